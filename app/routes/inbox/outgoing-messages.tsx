import type { Outgoing, OutgoingActions } from "#app/ui/talk/outbox.ts";
import { SendState } from "#app/ui/talk/send-state.tsx";
import { nameList } from "./texts.ts";

/** One's own messages that are not stored yet. */
export default function OutgoingMessages({
  outgoing,
  actionsOf,
}: {
  outgoing: readonly Outgoing[];
  actionsOf: (entry: Outgoing) => OutgoingActions;
}) {
  return outgoing.map((entry) => <OutgoingMessage key={entry.id} entry={entry} actions={actionsOf(entry)} />);
}

/** Being sent, or refused, and then what to do. */
function OutgoingMessage({ entry, actions }: { entry: Outgoing; actions: OutgoingActions }) {
  return (
    <div className="mt-3 flex flex-col items-end" role={entry.status === "failed" ? "alert" : undefined}>
      {entry.to && (
        <p className="mb-0.5 max-w-[85%] truncate text-12 text-ink-3" dir="auto">
          To {nameList(entry.to.map(({ name }) => name))}
        </p>
      )}
      <div className="max-w-[85%] rounded-control border border-tick sm:max-w-[75%]">
        {entry.picture && (
          <img src={entry.picture} alt="" className="aspect-4/3 w-72 max-w-full object-cover opacity-60" />
        )}
        {entry.text !== "" && (
          <p className="whitespace-pre-line px-3 py-2 text-16 text-ink-3" dir="auto">
            {entry.text}
          </p>
        )}
      </div>
      <SendState entry={entry} actions={actions} isAtEnd />
    </div>
  );
}
