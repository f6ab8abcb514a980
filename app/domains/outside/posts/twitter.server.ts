/** Operations of the settings page of X and of the specification's call about posts there. */
import type { AppContext } from "#app/context.ts";
import type { ConnectedAccountsView } from "#app/domains/people/integrations/contract.ts";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { requireParty } from "#app/domains/people/integrations/require-party.ts";
import type { UpdateTwitterInput } from "#app/domains/people/integrations/twitter/contract.ts";
import { AppError } from "#app/errors.ts";
import { updateTarget } from "./change.server.ts";
import type { PostTargetView, UpdatePostTargetInput } from "./contract.ts";
import { listTargets } from "./targets.server.ts";

/** The viewer's account at X, or null. Throws `authorization`, `not-found` where X is off here. */
export async function getTwitterTarget(ctx: AppContext): Promise<PostTargetView | null> {
  const targets = await listTargets(ctx, {});
  requireParty(ctx, "twitter");
  return targets.find(({ party }) => party === "twitter") ?? null;
}

/** Changes what is posted at X, by the names of the specification. Throws `twitter-not-linked`, `post-text`. */
export async function updateTwitter(
  ctx: AppContext,
  { tweetLive, tweetBookings }: UpdateTwitterInput,
): Promise<ConnectedAccountsView> {
  const target = ctx.connect("twitter") && (await getTwitterTarget(ctx));
  if (target === null) throw new AppError("twitter-not-linked");
  const change: Omit<UpdatePostTargetInput, "target"> = {
    ...(typeof tweetLive === "boolean" && { onLive: tweetLive }),
    ...(typeof tweetLive === "string" && { liveText: tweetLive }),
    ...(typeof tweetBookings === "boolean" && { onBooking: tweetBookings }),
    ...(typeof tweetBookings === "string" && { bookingText: tweetBookings }),
  };
  await updateTarget(ctx, { target: target.id, ...change });
  return getConnectedAccounts(ctx);
}
