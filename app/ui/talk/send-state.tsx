import clsx from "clsx";
import { Button } from "../button.tsx";
import { useNow } from "../clock.ts";
import type { Outgoing, OutgoingActions } from "./outbox.ts";

/** The state of one's own message that is not stored yet: being sent, or why it was refused, and then what to do. */
export function SendState({
  entry,
  actions: { onRetry, onEdit, onDiscard },
  waitText,
  isAtEnd = false,
}: {
  entry: Outgoing;
  actions: OutgoingActions;
  /** The text for a user who has to wait for this long (ms), where that replaces the message of this code. */
  waitText?: (code: string, waitMs: number) => string | undefined;
  /** Shown below a message at the end of the line. */
  isAtEnd?: boolean;
}) {
  const waitMs = Math.max(0, (entry.retryAt ?? 0) - useNow());
  if (entry.status === "sending") return <p className="text-12 text-ink-3">Sending</p>;
  const wait = entry.retryAt === null ? undefined : waitText?.(entry.code ?? "", waitMs);
  return (
    <div className={clsx("flex flex-wrap items-center gap-x-2", isAtEnd && "justify-end")}>
      <p className={clsx("w-full text-14 text-red", isAtEnd && "text-right")}>
        {wait ?? entry.reason}
        {!wait && waitMs > 0 && ` You can send again in ${Math.ceil(waitMs / 1_000)} s.`}
      </p>
      <Button disabled={waitMs > 0} onClick={onRetry}>
        Retry
      </Button>
      {onEdit && (
        <Button tone="bare" onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button tone="bare" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
