/** Bluesky among the services to which posts go. */
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import { connectBluesky } from "./client.ts";
import { blueskyLimit } from "./post-text.ts";
import { BlueskyAccount, logOut } from "./session.ts";

interface Tools {
  clock: Clock;
  /** The session was renewed: from now on only this secret is valid. */
  onSecret: (secret: unknown) => Promise<void>;
}

export const blueskyService = {
  limit: blueskyLimit,
  canEdit: false,
  /** A post that may have arrived is looked for. */
  sameKeyMs: 0,
  /** `secret`: what was sealed in the target, parsed. Throws where that is not what the link stores. */
  connect: (service: Connection, secret: unknown, { clock, onSecret }: Tools) =>
    connectBluesky({
      service,
      account: BlueskyAccount.parse(secret),
      keep: onSecret,
      clock,
    }),
  revoke: (service: Connection, secret: unknown): Promise<void> =>
    logOut(service, BlueskyAccount.parse(secret)),
};
