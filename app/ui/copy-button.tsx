import { Copy } from "lucide-react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";

/** Puts `text` on the clipboard and says so. */
export function CopyButton({
  text,
  copied,
  children,
}: {
  text: string;
  /** What is said once it is there. */
  copied?: string;
  children: string;
}) {
  return (
    <Button icon={<Copy aria-hidden="true" className="size-4" />} onClick={() => void copyText(text, copied)}>
      {children}
    </Button>
  );
}
