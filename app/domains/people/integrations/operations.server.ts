import type { AppContext } from "#app/context.ts";
import { discardPictures, keepPicture } from "#app/domains/base/pictures/keep.server.ts";
import { findPostAccount, listLinkedNames } from "#app/domains/outside/posts/queries/post-settings.ts";
import { AppError } from "#app/errors.ts";
import { requireViewer } from "../accounts/guards.ts";
import { blueskyService } from "./bluesky/service.ts";
import {
  type ConnectedAccountsView,
  type LinkedAccountView,
  type LinkedView,
  type UnlinkInput,
  type UpdateMixcloudInput,
  uploadTagLimits,
} from "./contract.ts";
import { type Party, parties } from "./elsewhere.ts";
import { mastodonService } from "./mastodon/service.ts";
import { unlinkPostAccount } from "./post-account.server.ts";
import {
  deleteLinkedAccount,
  deleteMixcloudAccount,
  findLinkedAccount,
  type LinkedAccount,
  listLinkedAccounts,
  updateUploadSettings,
} from "./queries/linked-accounts.ts";
import { unlinkTwitter } from "./twitter/unlink.server.ts";

/** The accounts on other services that the viewer has linked. Throws `authorization`. */
export async function getConnectedAccounts(
  ctx: Pick<AppContext, "connect" | "db" | "viewer">,
): Promise<ConnectedAccountsView> {
  const { id } = requireViewer(ctx);
  const isConfigured = Object.fromEntries(
    parties.map((party) => [party, ctx.connect(party) !== null]),
  ) as Record<Party, boolean>;
  const [accounts, targets, x] = await Promise.all([
    listLinkedAccounts(ctx.db, id),
    listLinkedNames(ctx.db, id),
    isConfigured.twitter ? findPostAccount(ctx.db, id, "twitter") : undefined,
  ]);
  const mixcloud = isConfigured.mixcloud ? accounts.find(({ party }) => party === "mixcloud") : undefined;
  return {
    mixcloud: mixcloud !== undefined,
    mixcloudTags: mixcloud?.uploadTags ?? [],
    mixcloudPhoto: mixcloud?.uploadPhoto ?? null,
    twitter: x !== undefined,
    tweetLive: x?.onLive ?? false,
    tweetBookings: x?.onBooking ?? false,
    linked: toLinkedViews([...accounts, ...targets].filter(({ party }) => isConfigured[party])),
    isConfigured,
  };
}

/** One for each service, with all that is linked there. */
function toLinkedViews(
  rows: readonly { party: Party; name: string; refusedAt: number | null }[],
): LinkedView[] {
  return [...Map.groupBy(rows, ({ party }) => party)].map(([party, linked]) => ({
    party,
    names: linked.map(({ name }) => name),
    // 0: its owner has paused it.
    isRefused: linked.some(({ refusedAt }) => refusedAt !== null),
  }));
}

/** The viewer's account at Mixcloud, or null. Throws `authorization`. */
export async function getMixcloudAccount(
  ctx: Pick<AppContext, "connect" | "db" | "viewer">,
): Promise<LinkedAccountView | null> {
  const account = await findOwnAccount(ctx);
  return account === undefined ? null : toLinkedAccountView(account);
}

export const toLinkedAccountView = ({
  name,
  refusedAt,
}: Pick<LinkedAccount, "name" | "refusedAt">): LinkedAccountView => ({ name, isRefused: refusedAt !== null });

/** Finds the viewer's account; where the instance has lost its keys, nothing is linked, and what was linked stays. */
async function findOwnAccount(
  ctx: Pick<AppContext, "connect" | "db" | "viewer">,
): Promise<LinkedAccount | undefined> {
  const { id } = requireViewer(ctx);
  return ctx.connect("mixcloud") === null ? undefined : findLinkedAccount(ctx.db, id, "mixcloud");
}

/**
 * Changes what is sent with each upload. Throws `mixcloud-not-linked`, `too-many-tags`, what pictures do, and `conflict`
 * where another request has changed the picture at the same moment.
 */
export async function updateMixcloud(
  ctx: AppContext,
  { mixcloudTags, mixcloudPhoto }: UpdateMixcloudInput,
): Promise<ConnectedAccountsView> {
  const viewer = requireViewer(ctx);
  const account = await findOwnAccount(ctx);
  if (account === undefined) throw new AppError("mixcloud-not-linked");
  const tags = mixcloudTags && decideTags(mixcloudTags);
  const photo =
    typeof mixcloudPhoto === "string"
      ? await keepPicture(ctx, viewer, { dataUrl: mixcloudPhoto, kind: "upload", ownerId: viewer.id })
      : mixcloudPhoto;
  if (!(await updateUploadSettings(ctx.db, account, { tags, photo }))) {
    if (photo != null) await discardPictures(ctx, [photo]);
    throw new AppError((await findOwnAccount(ctx)) === undefined ? "mixcloud-not-linked" : "conflict");
  }
  if (photo !== undefined && account.uploadPhoto !== null) await discardPictures(ctx, [account.uploadPhoto]);
  return getConnectedAccounts(ctx);
}

function decideTags(given: readonly string[]): string[] {
  const tags = new Map(given.filter(Boolean).map((tag) => [tag.normalize("NFKC").toLowerCase(), tag]));
  if (tags.size > uploadTagLimits.tags) throw new AppError("too-many-tags");
  return [...tags.values()];
}

/** Deletes our access, and revokes it where the service can. Throws `authorization`. */
export async function unlink(ctx: AppContext, { social }: UnlinkInput): Promise<ConnectedAccountsView> {
  if (social === "mixcloud") await unlinkMixcloud(ctx);
  if (social === "twitter") await unlinkTwitter(ctx, requireViewer(ctx).id);
  if (social === "bluesky") await unlinkPostAccount(ctx, social, blueskyService.revoke);
  if (social === "mastodon") await unlinkPostAccount(ctx, social, mastodonService.revoke);
  if (social === "listenbrainz" || social === "lastfm") {
    const { id } = requireViewer(ctx);
    await deleteLinkedAccount(ctx.db, id, social);
    await ctx.deliveries.of(`user/${id}`).forgetTarget(social);
  }
  return getConnectedAccounts(ctx);
}

/** Mixcloud has no call to revoke our access: its owner does that on its site. */
async function unlinkMixcloud(ctx: AppContext): Promise<void> {
  const { id } = requireViewer(ctx);
  const account = await findLinkedAccount(ctx.db, id, "mixcloud");
  await deleteMixcloudAccount(ctx.db, id, ctx.clock.now());
  if (account?.uploadPhoto != null) await discardPictures(ctx, [account.uploadPhoto]);
}
