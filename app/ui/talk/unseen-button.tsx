import { ArrowDown } from "lucide-react";
import { Button } from "../button.tsx";
import { countOf } from "../number.ts";

/** Shows over the end of a list of messages that there are new ones out of view, and scrolls to them. */
export function UnseenButton({ unseen, onClick }: { unseen: number; onClick: () => void }) {
  if (unseen === 0) return null;
  return (
    <Button
      tone="solid"
      icon={<ArrowDown aria-hidden="true" className="size-4" />}
      onClick={onClick}
      className="absolute bottom-2 left-1/2 -translate-x-1/2"
    >
      {countOf(unseen, "new message", "new messages")}
    </Button>
  );
}
