/** Storage of uploaded pictures by operations, and their deletion. */

import type { AppContext } from "#app/context.ts";
import { requireOk } from "#app/errors.ts";
import type { PictureKind } from "./contract.ts";

/** Limit of uploads of one account, of every kind together: each may cost seconds of decoding. */
const burst = { max: 12, perMs: 60_000 } as const;
const rate = { max: 60, perMs: 3_600_000 } as const;

/**
 * Stores a data URL's picture and returns its path. The limit is checked before anything is decoded, and counts whether
 * or not the picture is valid. Throws `rate-limited`, `picture-type`, `picture-size`.
 */
export async function keepPicture(
  ctx: Pick<AppContext, "limits" | "pictures">,
  by: { id: string },
  { dataUrl, kind, ownerId }: { dataUrl: string; kind: PictureKind; ownerId: string },
): Promise<string> {
  requireOk(await ctx.limits.take(`pictures:minute:${by.id}`, burst));
  requireOk(await ctx.limits.take(`pictures:${by.id}`, rate));
  return ctx.pictures.keep(dataUrl, kind, ownerId);
}

/** A picture that cannot be deleted now only uses space: what was saved stays saved. */
export async function discardPictures(
  ctx: Pick<AppContext, "pictures" | "log">,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    try {
      await ctx.pictures.remove(path);
    } catch (error) {
      ctx.log.warn("picture-left-behind", { path, reason: String(error) });
    }
  }
}
