/** Mastodon among the services to which posts go. */
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import { connectMastodon } from "./client.ts";
import { defaultLimits, mastodonLimit } from "./post-limit.ts";
import { MastodonAccount, revokeToken } from "./sign-in.ts";

export const mastodonService = {
  /** The limit of most servers; the client shortens what another does not take. */
  limit: mastodonLimit(defaultLimits),
  canEdit: true,
  /** Time for which a server returns the post of a key instead of making another. */
  sameKeyMs: 3_600_000,
  /** `secret`: what was sealed in the target, parsed. Throws where that is not what the link stores. */
  connect: (service: Connection, secret: unknown, { clock }: { clock: Clock }) =>
    connectMastodon({ service, account: MastodonAccount.parse(secret), clock }),
  revoke: (service: Connection, secret: unknown): Promise<void> =>
    revokeToken(service, MastodonAccount.parse(secret)),
};
