import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findAccountTarget, type PostSettings, updatePostTarget } from "#db/queries/post-settings.ts";
import { requireViewer } from "../../accounts/guards.ts";
import type { ConnectedAccountsView, LinkedAccountView, UpdateTwitterInput } from "../contract.ts";
import { getConnectedAccounts } from "../operations.server.ts";

/** Changes what is posted. Throws `twitter-not-linked`. */
export async function updateTwitter(
  ctx: AppContext,
  { tweetLive, tweetBookings }: UpdateTwitterInput,
): Promise<ConnectedAccountsView> {
  const { id } = requireViewer(ctx);
  const target = ctx.connect("twitter") && (await findAccountTarget(ctx.db, id, "twitter"));
  const change: Partial<PostSettings> = {
    ...(typeof tweetLive === "boolean" && { onLive: tweetLive }),
    ...(typeof tweetLive === "string" && { liveText: tweetLive }),
    ...(typeof tweetBookings === "boolean" && { onBooking: tweetBookings }),
    ...(typeof tweetBookings === "string" && { bookingText: tweetBookings }),
  };
  if (!target || !(await updatePostTarget(ctx.db, target.id, change)))
    throw new AppError("twitter-not-linked");
  return getConnectedAccounts(ctx);
}

/** The viewer's account at X, or null. Throws `authorization`, `not-found` where X is off. */
export async function getTwitterAccount(ctx: AppContext): Promise<LinkedAccountView | null> {
  const { id } = requireViewer(ctx);
  if (ctx.connect("twitter") === null) throw new AppError("not-found");
  const target = await findAccountTarget(ctx.db, id, "twitter");
  return target === undefined ? null : { name: target.name, isRefused: target.refusedAt !== null };
}
