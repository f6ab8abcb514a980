/** X among the services to which posts go. */
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import { connectTwitter, TwitterSecret } from "./client.ts";
import { connectTwitterLinking } from "./linking.ts";
import { twitterLimit } from "./weights.ts";

export const twitterService = {
  limit: twitterLimit,
  canEdit: false,
  /** It knows no key of a post. */
  sameKeyMs: 0,
  /** `secret`: what was sealed in the target, parsed. Throws where that is not what the link stores. */
  connect: (connection: Connection, secret: unknown, { clock }: { clock: Clock }) =>
    connectTwitter(connection, TwitterSecret.parse(secret), clock),
  /** Throws where our access is not known to have ended. */
  async revoke(connection: Connection, secret: unknown, { clock }: { clock: Clock }): Promise<void> {
    const linking = connectTwitterLinking(connection, clock);
    if (!(await linking.invalidate(TwitterSecret.parse(secret)))) throw new Error("X did not revoke it.");
  },
};
