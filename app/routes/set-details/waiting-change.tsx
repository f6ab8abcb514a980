import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import type { SetRequestView } from "#app/domains/air/sets/contract/requests.ts";
import type { RequestVerb } from "#app/domains/air/sets/ui/answer-request.ts";
import { RequestList } from "#app/domains/air/sets/ui/request-list.tsx";
import { Section } from "#app/ui/section.tsx";

/**
 * The change of a set that waits for an answer, and the viewer's possible answers. The default export of its own chunk.
 */
export default function WaitingChange({
  set,
  request,
  viewerId,
  onAnswer,
}: {
  set: OwnSetView;
  request: SetRequestView;
  viewerId: string;
  /** Throws what is refused. */
  onAnswer: (request: SetRequestView, verb: RequestVerb) => Promise<void>;
}) {
  return (
    <Section
      title="Waiting for an Answer"
      intro={
        request.kind === "move"
          ? "The set keeps its time until the new one is accepted."
          : "The set stays with its performer until the substitute accepts."
      }
    >
      <RequestList
        requests={[request]}
        side={set.user.id === viewerId ? "performer" : "stage"}
        viewerId={viewerId}
        conflictsOf={() => []}
        empty=""
        onAnswer={onAnswer}
      />
    </Section>
  );
}
