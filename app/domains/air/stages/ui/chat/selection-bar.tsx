import { type KeyboardEvent, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { countOf, wordFor } from "#app/ui/number.ts";
import { AskFirst } from "./ask-first.tsx";

/**
 * Shown below the list while messages are selected: deletes them. The default export of its own chunk. `onClose` ends
 * the selection.
 */
export default function SelectionBar({
  messageIds,
  deleteMessages,
  onClose,
}: {
  messageIds: readonly string[];
  deleteMessages: (messageIds: readonly string[]) => Promise<void>;
  onClose: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const count = messageIds.length;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Ends the selection, and does not close the sheet that contains it.
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      role="toolbar"
      aria-label="Selected messages"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex shrink-0 flex-wrap items-center gap-x-2 border-t border-tick bg-control px-3 py-1.5"
    >
      <output className="tabular grow text-14 text-ink">{count} selected</output>
      <Button tone="bare" onClick={onClose}>
        Cancel
      </Button>
      <Button tone="danger" disabled={count === 0} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <AskFirst
          title={wordFor(count, "Delete this message?", `Delete ${count} messages?`)}
          action={wordFor(count, "Delete Message", "Delete Messages")}
          onConfirm={() => deleteMessages(messageIds)}
          onClose={(isDone) => (isDone ? onClose() : setAsking(false))}
        >
          {countOf(count, "message disappears", "messages disappear")} for everyone. You cannot undo this.
        </AskFirst>
      )}
    </div>
  );
}
