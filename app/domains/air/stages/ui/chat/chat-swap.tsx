import { ArrowLeftRight } from "lucide-react";
import { Badge } from "#app/ui/lamp.tsx";
import { wordFor } from "#app/ui/number.ts";
import { missedText } from "./use-missed.ts";

/**
 * Switches to the other chat of a page, and shows the number of missed messages there. `title`: whose chat it is;
 * `words`: what it is called where it is nobody's.
 */
export function ChatSwap({
  missed = 0,
  onSwap,
  ...chat
}: ({ title: string } | { words: string }) & { missed?: number; onSwap: () => void }) {
  return (
    <button
      type="button"
      onClick={onSwap}
      className="flex min-h-11 w-full min-w-0 items-center gap-2 border-b border-tick px-3 text-14 text-ink-2 hover:bg-control hover:text-ink"
    >
      <ArrowLeftRight aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">
        {"words" in chat ? (
          chat.words
        ) : (
          <>
            <bdi>{chat.title}</bdi>’s chat
          </>
        )}
      </span>
      {missed > 0 && (
        <Badge tone="amber" className="ml-auto shrink-0">
          {missedText(missed)}
          <span className="sr-only"> {wordFor(missed, "new message", "new messages")}</span>
        </Badge>
      )}
    </button>
  );
}
