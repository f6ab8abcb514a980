import { useEffect, useRef } from "react";

/**
 * Shows the reason why the server refused what a form sent; null while it has refused nothing. Scrolls into view when
 * it appears.
 */
export function Refusal({ text }: { text: string | null }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== null) ref.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
  return (
    <p
      ref={ref}
      role="alert"
      className="scroll-mb-40 text-16 not-empty:mt-6 not-empty:border-l-4 not-empty:border-red not-empty:bg-red-soft not-empty:p-3"
    >
      {text}
    </p>
  );
}
