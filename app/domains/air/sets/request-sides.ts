import type { SetRequestView } from "./contract/requests.ts";

type Parties = Pick<SetRequestView, "dj" | "requestor" | "kind">;

/** The two who have to agree on a set: its performer, and the managers of the stage. */
export type Side = "performer" | "stage";

/**
 * Whether a request is incoming for a side: it is for the one that did not ask. For a substitute, the stage only looks
 * on.
 */
export function isIncoming({ kind, dj, requestor }: Parties, side: Side): boolean {
  if (kind === "substitute") return side === "performer";
  const asker: Side = dj.id === requestor.id ? "performer" : "stage";
  return asker !== side;
}

/**
 * Whether this viewer, the performer or a manager, is on the side that answers. A manager who performs is on their own
 * side: for their own request they are the asker, and one of the stage's other managers is theirs to answer. A set that
 * is offered to a substitute can be answered by the substitute alone.
 */
export function canAnswer(request: Parties, viewerId: string): boolean {
  if (request.kind === "substitute") return request.dj.id === viewerId;
  return isIncoming(request, request.dj.id === viewerId ? "performer" : "stage");
}

/**
 * Returns when it is too late for an answer, epoch ms: at its own start, or at that of the set that it would change.
 */
export function expiresAt({ startTime, set }: Pick<SetRequestView, "startTime" | "set">): number {
  return Math.min(startTime, set?.startTime ?? startTime);
}
