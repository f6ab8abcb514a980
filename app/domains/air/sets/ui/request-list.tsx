import { useRef } from "react";
import type { SetRequestView } from "../contract/requests.ts";
import type { RequestConflict } from "../request-conflicts.ts";
import { canAnswer, type Side } from "../request-sides.ts";
import type { RequestVerb } from "./answer-request.ts";
import { RequestRow } from "./request-row.tsx";

/** Waiting requests, as one side sees them, or the text for none. */
export function RequestList({
  requests,
  side,
  viewerId,
  conflictsOf,
  empty,
  onAnswer,
}: {
  requests: readonly SetRequestView[];
  side: Side;
  viewerId: string;
  /** The conflicts of a request that this side knows. */
  conflictsOf: (request: SetRequestView) => readonly RequestConflict[];
  empty: string;
  /** Throws what is refused. */
  onAnswer: (request: SetRequestView, verb: RequestVerb) => Promise<void>;
}) {
  const region = useRef<HTMLDivElement>(null);
  return (
    // An answered request disappears with its button: the focus stays in this region.
    <div ref={region} tabIndex={-1} className="outline-none">
      {requests.length === 0 ? (
        <p className="text-16 text-ink-2">{empty}</p>
      ) : (
        <ul className="border-b border-tick">
          {requests.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              side={side}
              conflicts={conflictsOf(request)}
              isAnswerable={canAnswer(request, viewerId)}
              onAnswer={async (verb) => {
                await onAnswer(request, verb);
                region.current?.focus({ preventScroll: true });
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
