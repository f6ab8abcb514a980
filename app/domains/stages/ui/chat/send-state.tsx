import clsx from "clsx";
import { Button } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { waitSentence } from "../../live/waits.ts";
import type { Outgoing } from "./outbox.ts";

/** Of a message of one's own that is not stored yet: on its way, or why it was not taken, and then what to do. */
export function SendState({
  entry,
  onRetry,
  onDiscard,
  isAtEnd = false,
}: {
  entry: Outgoing;
  onRetry: () => void;
  onDiscard: () => void;
  /** Below a message that stands at the end of the line. */
  isAtEnd?: boolean;
}) {
  const waitMs = Math.max(0, (entry.retryAt ?? 0) - useNow());
  if (entry.status === "sending") return <p className="text-12 text-ink-3">Sending</p>;
  const wait = entry.retryAt === null ? undefined : waitSentence(entry.code ?? "", waitMs);
  return (
    <div className={clsx("flex flex-wrap items-center gap-x-2", isAtEnd && "justify-end")}>
      <p className={clsx("w-full text-14 text-red", isAtEnd && "text-right")}>
        {wait ?? entry.reason}
        {!wait && waitMs > 0 && ` You can send again in ${Math.ceil(waitMs / 1_000)} s.`}
      </p>
      <Button disabled={waitMs > 0} onClick={onRetry}>
        Retry
      </Button>
      <Button tone="bare" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
