import { Copy } from "lucide-react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";

/** Copies `text` to the clipboard and confirms it. */
export function CopyButton({
  text,
  copied,
  children,
}: {
  text: string;
  /** The confirmation. */
  copied?: string;
  children: string;
}) {
  return (
    <Button icon={<Copy aria-hidden="true" className="size-4" />} onClick={() => void copyText(text, copied)}>
      {children}
    </Button>
  );
}
