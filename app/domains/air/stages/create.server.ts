import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { issueCredential } from "../media/connections.server.ts";
import { newStreamId } from "../media/credentials.ts";
import type { Credential } from "../media/queries/media.ts";
import { toCustomUrl } from "./custom-url.ts";
import { notifyLists } from "./notify-lists.server.ts";
import { insertStage } from "./queries/stages.ts";
import { checkCustomUrl } from "./reserved-urls.ts";

/**
 * Creates a stage with its first manager and its own mount. Throws `conflict` where the custom URL is taken,
 * `url-reserved` and `url-like-id` where it is not allowed. Does not check the caller: callers guard.
 */
export async function createStage(
  ctx: AppContext,
  input: {
    name: string;
    managerId: string;
    instant?: boolean;
    genre?: string;
    description?: string;
    customUrl?: string;
  },
): Promise<{ stage: { id: string; customUrl: string }; credential: Credential }> {
  const id = ctx.ids.next();
  const stage = {
    id,
    name: input.name,
    genre: input.genre ?? "",
    description: input.description ?? "",
    isInstant: input.instant ?? false,
    streamId: newStreamId(),
    createdAt: ctx.clock.now(),
  };
  const customUrl = await insertUnder(urlsFor(input, id), (url) =>
    insertStage(ctx.db, { ...stage, customUrl: url }, input.managerId),
  );
  const { streamId } = stage;
  const credential = await issueCredential(ctx, { kind: "stage", ownerId: id }, { streamId });
  await ctx.rooms.stage(id).refresh();
  await notifyLists(ctx, id);
  return { stage: { id, customUrl }, credential };
}

export const urlTaken = "Another stage has this URL.";

/** Inserts under the first of these URLs that is free, which the insert itself decides. */
async function insertUnder(
  urls: readonly string[],
  insert: (url: string) => Promise<boolean>,
): Promise<string> {
  for (const url of urls) if (await insert(url)) return url;
  throw new AppError("conflict", { message: urlTaken });
}

/**
 * The requested custom URL, or one made from the name; where that is not allowed, is taken or has no Latin letter, the
 * end of the id makes it unique. Throws `url-reserved` and `url-like-id` for a requested one.
 */
function urlsFor({ name, customUrl }: { name: string; customUrl?: string }, id: string): string[] {
  if (customUrl !== undefined) {
    requireOk(checkCustomUrl(customUrl));
    return [customUrl];
  }
  const wish = toCustomUrl(name);
  const unique = `${wish || "stage"}-${id.slice(-6).toLowerCase()}`;
  return wish === "" || !checkCustomUrl(wish).ok ? [unique] : [wish, unique];
}
