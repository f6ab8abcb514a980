import type { SetRequestView } from "#app/domains/sets/contract/requests.ts";

type Parties = Pick<SetRequestView, "dj" | "requestor">;

/** Asked for by its performer: to the stage's managers it comes in. */
export function isIncoming({ dj, requestor }: Parties): boolean {
  return dj.id === requestor.id;
}

/**
 * Whether this manager is on the side that answers. One who performs stands on their own side: of their own request
 * they are the asker, and a request of the stage's other managers is theirs to answer.
 */
export function canAnswer(request: Parties, viewerId: string): boolean {
  return isIncoming(request) !== (request.dj.id === viewerId);
}
