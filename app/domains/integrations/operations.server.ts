import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import {
  deleteLinkedAccount,
  deleteMixcloudAccount,
  findLinkedAccount,
  type LinkedAccount,
  updateUploadSettings,
} from "#db/queries/linked-accounts.ts";
import { requireViewer } from "../accounts/guards.ts";
import { discardPictures, keepPicture } from "../pictures/keep.server.ts";
import {
  type ConnectedAccountsView,
  type LinkedAccountView,
  type UnlinkInput,
  type UpdateMixcloudInput,
  uploadTagLimits,
} from "./contract.ts";

/** The accounts on other services that the viewer has linked. Throws `authorization`. */
export async function getConnectedAccounts(ctx: AppContext): Promise<ConnectedAccountsView> {
  const account = await findOwnAccount(ctx);
  return {
    mixcloud: account !== undefined,
    mixcloudTags: account?.uploadTags ?? [],
    mixcloudPhoto: account?.uploadPhoto ?? null,
    twitter: false,
    tweetLive: false,
    tweetBookings: false,
    isConfigured: { mixcloud: ctx.connect("mixcloud") !== null, twitter: false },
  };
}

/** The viewer's account at Mixcloud, or null. Throws `authorization`. */
export async function getMixcloudAccount(ctx: AppContext): Promise<LinkedAccountView | null> {
  const account = await findOwnAccount(ctx);
  return account === undefined ? null : toLinkedAccountView(account);
}

export const toLinkedAccountView = ({
  name,
  refusedAt,
}: Pick<LinkedAccount, "name" | "refusedAt">): LinkedAccountView => ({ name, isRefused: refusedAt !== null });

/** Where the instance has lost its keys, nothing is linked, and what was linked stays. */
async function findOwnAccount(ctx: AppContext): Promise<LinkedAccount | undefined> {
  const { id } = requireViewer(ctx);
  return ctx.connect("mixcloud") === null ? undefined : findLinkedAccount(ctx.db, id, "mixcloud");
}

/** Changes what is sent with each upload. Throws `mixcloud-not-linked`, `too-many-tags`, and what pictures do. */
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
  if (!(await updateUploadSettings(ctx.db, viewer.id, "mixcloud", { tags, photo }))) {
    if (photo != null) await discardPictures(ctx, [photo]);
    throw new AppError("mixcloud-not-linked");
  }
  if (photo !== undefined && account.uploadPhoto !== null) await discardPictures(ctx, [account.uploadPhoto]);
  return getConnectedAccounts(ctx);
}

function decideTags(given: readonly string[]): string[] {
  const tags = new Map(given.filter(Boolean).map((tag) => [tag.normalize("NFKC").toLowerCase(), tag]));
  if (tags.size > uploadTagLimits.tags) throw new AppError("too-many-tags");
  return [...tags.values()];
}

/** Deletes our access. These services have no call to revoke it: its owner does that on their sites. */
export async function unlink(ctx: AppContext, { social }: UnlinkInput): Promise<ConnectedAccountsView> {
  const { id } = requireViewer(ctx);
  if (social === "mixcloud") {
    const account = await findLinkedAccount(ctx.db, id, "mixcloud");
    await deleteMixcloudAccount(ctx.db, id, ctx.clock.now());
    if (account?.uploadPhoto != null) await discardPictures(ctx, [account.uploadPhoto]);
  }
  if (social === "listenbrainz" || social === "lastfm") {
    await deleteLinkedAccount(ctx.db, id, social);
    await ctx.deliveries.of(`user/${id}`).forgetTarget(social);
  }
  return getConnectedAccounts(ctx);
}
