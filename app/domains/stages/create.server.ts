import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { Credential } from "#db/queries/media.ts";
import { findStage, insertStage } from "#db/queries/stages.ts";
import { newStreamId } from "../media/credentials.ts";
import { issueCredential } from "../media/operations.server.ts";
import { toCustomUrl } from "./custom-url.ts";

/**
 * A new stage with its first manager and a mount of its own. Throws `conflict` where the custom URL is taken. No
 * check of who is asking: callers guard.
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
  const customUrl = input.customUrl ?? (await findFreeUrl(ctx, toCustomUrl(input.name), id));
  if ((await findStage(ctx.db, customUrl)) !== undefined) {
    throw new AppError("conflict", { message: "Another stage has this URL." });
  }
  const streamId = newStreamId();
  await insertStage(
    ctx.db,
    {
      id,
      name: input.name,
      genre: input.genre ?? "",
      description: input.description ?? "",
      customUrl,
      isInstant: input.instant ?? false,
      streamId,
      createdAt: ctx.clock.now(),
    },
    input.managerId,
  );
  const credential = await issueCredential(ctx, { kind: "stage", ownerId: id }, { streamId });
  await ctx.rooms.stage(id).refresh();
  return { stage: { id, customUrl }, credential };
}

/** Made from the name; where that is taken (or holds no Latin letter) the end of the id makes it one of a kind. */
async function findFreeUrl(ctx: AppContext, wish: string, id: string): Promise<string> {
  const isFree = wish !== "" && (await findStage(ctx.db, wish)) === undefined;
  return isFree ? wish : `${wish || "stage"}-${id.slice(-6).toLowerCase()}`;
}
