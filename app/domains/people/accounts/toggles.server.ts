import type { AppContext } from "#app/context.ts";
import { findUploadDefault, saveUploadDefault } from "#app/domains/air/sets/queries/upload-default.ts";
import { findPostAccount, updatePostTarget } from "#app/domains/outside/posts/queries/post-settings.ts";
import { AppError } from "#app/errors.ts";
import { findToggles, saveToggles as storeToggles } from "../notifications/queries/toggles.ts";
import { ToggleSettings, type ToggleSettingsInput } from "./contract/settings.ts";
import { requireViewer } from "./guards.ts";

/** Returns the viewer's settings for notifications, and for posts made for them. Throws `authorization`. */
export async function getToggles(ctx: AppContext): Promise<ToggleSettings> {
  const { id } = requireViewer(ctx);
  const [toggles, twitterLive, mixcloudPersonal] = await Promise.all([
    findToggles(ctx.db, id),
    isTweetedLive(ctx, id),
    findUploadDefault(ctx.db, id),
  ]);
  return ToggleSettings.parse({ ...toggles, twitterLive, mixcloudPersonal });
}

/** Changes only the given toggles; returns all of them. Throws `authorization`, `twitter-not-linked`. */
export async function saveToggles(
  ctx: AppContext,
  { twitterLive, ...change }: ToggleSettingsInput,
): Promise<ToggleSettings> {
  const { id } = requireViewer(ctx);
  if (twitterLive !== undefined) await saveTweetedLive(ctx, id, twitterLive);
  if (change.mixcloudPersonal !== undefined) await saveUploadDefault(ctx.db, id, change.mixcloudPersonal);
  await storeToggles(ctx.db, id, change);
  return getToggles(ctx);
}

/** The settings of the account at X hold it; false where none is linked. */
async function isTweetedLive(ctx: AppContext, userId: string): Promise<boolean> {
  return (await findXAccount(ctx, userId))?.onLive ?? false;
}

async function saveTweetedLive(ctx: AppContext, userId: string, onLive: boolean): Promise<void> {
  const account = await findXAccount(ctx, userId);
  const saved = account && (await updatePostTarget(ctx.db, account.id, { onLive }));
  if (saved === undefined && onLive) throw new AppError("twitter-not-linked");
}

async function findXAccount({ db, connect }: Pick<AppContext, "connect" | "db">, userId: string) {
  return connect("twitter") === null ? undefined : findPostAccount(db, userId, "twitter");
}
