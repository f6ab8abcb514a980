import { Copy } from "lucide-react";
import { Button } from "./button.tsx";
import { showToast } from "./toast.tsx";

/** Puts `text` on the clipboard and says so. */
export function CopyButton({
  text,
  copied = "Copied to clipboard",
  children,
}: {
  text: string;
  /** What is said once it is there. */
  copied?: string;
  children: string;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast("confirm", copied);
    } catch {
      showToast("error", "Your browser did not allow copying. Select the text and copy it by hand.");
    }
  };
  return (
    <Button icon={<Copy aria-hidden="true" className="size-4" />} onClick={() => void copy()}>
      {children}
    </Button>
  );
}
