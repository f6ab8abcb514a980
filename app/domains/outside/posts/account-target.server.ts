/** The account of a person at a service on which they have one, for its settings page. */
import type { AppContext } from "#app/context.ts";
import { requireParty } from "#app/domains/people/integrations/require-party.ts";
import type { PostTargetView } from "./contract.ts";
import type { AccountParty } from "./queries/post-settings.ts";
import { listTargets } from "./targets.server.ts";

/** The viewer's account, or null. Throws `authorization`, and `not-found` where the service is off here. */
export async function getAccountTarget(ctx: AppContext, party: AccountParty): Promise<PostTargetView | null> {
  const targets = await listTargets(ctx, {});
  requireParty(ctx, party);
  return targets.find((target) => target.party === party) ?? null;
}
