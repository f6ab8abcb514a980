import type { SetRequestView } from "./contract/requests.ts";

type Parties = Pick<SetRequestView, "dj" | "requestor">;

/** The two who have to agree on a set: whoever plays it, and the managers of the stage. */
export type Side = "performer" | "stage";

/** Whether a request comes in to a side: it does to the one that did not ask. */
export function isIncoming({ dj, requestor }: Parties, side: Side): boolean {
  const asker: Side = dj.id === requestor.id ? "performer" : "stage";
  return asker !== side;
}

/**
 * Whether this viewer, the performer or a manager, is on the side that answers. A manager who performs stands on
 * their own side: of their own request they are the asker, and one of the stage's other managers is theirs to answer.
 */
export function canAnswer(request: Parties, viewerId: string): boolean {
  return isIncoming(request, request.dj.id === viewerId ? "performer" : "stage");
}
