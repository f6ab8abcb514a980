/** The client of a service on which people keep their listens. */
import type { Outcome } from "../deliveries/outcome.ts";
import type { HeardTrack } from "../deliveries/port.ts";

export interface ListenClient {
  /** Sent again, the same listen is not added again: so nothing is unsure. */
  send(listen: Omit<HeardTrack, "play">): Promise<Outcome>;
}

/** The owner of a token; or that the service does not know it, or did not respond. */
export type TokenCheck = { name: string } | "refused" | "unreachable";
