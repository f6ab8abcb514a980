import type { AppContext } from "#app/context.ts";
import { toFound } from "#app/domains/air/replays/access.server.ts";
import { countLastingReplays, listLastingReplays } from "#app/domains/air/replays/queries/public-replays.ts";
import { AppError } from "#app/errors.ts";
import { profilePath, recordedPath, stagePath } from "#app/paths.ts";
import { countListed, listPerformerIds, listStageAddresses } from "./queries/sitemap.ts";
import { namesOfParts, publicPaths, readPart, sitemapPageSize, toIndex, toUrlSet } from "./rules.ts";

/** The sitemap's first document, which names all its parts. */
export async function buildSitemapIndex(ctx: Pick<AppContext, "config" | "db">): Promise<string> {
  const [listed, replays] = await Promise.all([countListed(ctx.db), countLastingReplays(ctx.db)]);
  return toIndex(ctx.config.origin, namesOfParts({ ...listed, replays }));
}

/** One part of the sitemap. Throws `not-found` where there is none of this name, or nothing in it. */
export async function buildSitemapPart(
  ctx: Pick<AppContext, "clock" | "config" | "db">,
  name: string,
): Promise<string> {
  const paths = await listPaths(ctx, name);
  if (paths.length === 0) throw new AppError("not-found");
  return toUrlSet(ctx.config.origin, paths);
}

async function listPaths(ctx: Pick<AppContext, "clock" | "db">, name: string): Promise<readonly string[]> {
  const part = readPart(name);
  if (part === null) return [];
  if (part.kind === "pages") return publicPaths;
  const page = { offset: (part.page - 1) * sitemapPageSize, limit: sitemapPageSize };
  if (part.kind === "performers")
    return (await listPerformerIds(ctx.db, page)).map(({ id }) => profilePath(id));
  if (part.kind === "replays") return listReplayPaths(ctx, page);
  const stages = await listStageAddresses(ctx.db, page);
  return stages.map(({ id, customUrl }) => stagePath(customUrl ?? id));
}

/** Those that everyone may hear. What is gone after a day is not for search engines. */
async function listReplayPaths(
  ctx: Pick<AppContext, "clock" | "db">,
  page: { offset: number; limit: number },
): Promise<string[]> {
  const rows = await listLastingReplays(ctx.db, page);
  const open = rows.filter((row) => toFound(ctx, row, false).isPublic);
  return open.map(({ id, setId }) => recordedPath(id, setId));
}
