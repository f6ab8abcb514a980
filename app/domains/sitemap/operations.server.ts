import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { profilePath, stagePath } from "#app/paths.ts";
import { countListed, listPerformerIds, listStageAddresses } from "#db/queries/sitemap.ts";
import { namesOfParts, publicPaths, readPart, sitemapPageSize, toIndex, toUrlSet } from "./rules.ts";

/** The sitemap's first document, which names all its parts. */
export async function buildSitemapIndex(ctx: AppContext): Promise<string> {
  return toIndex(ctx.config.origin, namesOfParts(await countListed(ctx.db)));
}

/** One part of the sitemap. Throws `not-found` where there is none of this name, or nothing in it. */
export async function buildSitemapPart(ctx: AppContext, name: string): Promise<string> {
  const paths = await listPaths(ctx, name);
  if (paths.length === 0) throw new AppError("not-found");
  return toUrlSet(ctx.config.origin, paths);
}

async function listPaths(ctx: AppContext, name: string): Promise<readonly string[]> {
  const part = readPart(name);
  if (part === null) return [];
  if (part.kind === "pages") return publicPaths;
  const page = { offset: (part.page - 1) * sitemapPageSize, limit: sitemapPageSize };
  if (part.kind === "performers")
    return (await listPerformerIds(ctx.db, page)).map(({ id }) => profilePath(id));
  const stages = await listStageAddresses(ctx.db, page);
  return stages.map(({ id, customUrl }) => stagePath(customUrl ?? id));
}
