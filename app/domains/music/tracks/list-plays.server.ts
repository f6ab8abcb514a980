import type { AppContext } from "#app/context.ts";
import type { PersonPageInput } from "#app/domains/people/people/contract/relations.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { pageOf } from "#app/paging.ts";
import type { PlayPage, PlayView } from "./contract/tracks.ts";
import { listLatestPlays, listPersonPlays as listPersonPlayRows, listStagePlays } from "./queries/tracks.ts";
import { toPlayView } from "./views.ts";

const listLimit = 30;
const pageSize = 30;

const pageNow = (ctx: AppContext) => ({ now: ctx.clock.now(), limit: listLimit });

/** The latest plays anywhere, newest first. */
export async function listLatestTracks(ctx: AppContext): Promise<PlayView[]> {
  return (await listLatestPlays(ctx.db, pageNow(ctx))).map(toPlayView);
}

/** The latest plays on a stage, newest first. */
export async function listStageTracks(ctx: AppContext, stageId: string): Promise<PlayView[]> {
  return (await listStagePlays(ctx.db, stageId, pageNow(ctx))).map(toPlayView);
}

/** The latest plays of a person, newest first; the first page of them. Throws `not-found`. */
export async function listPersonPlays(
  ctx: Pick<AppContext, "clock" | "db">,
  userId: string,
): Promise<PlayView[]> {
  return (await openPersonPlays(ctx, { user: userId })).items;
}

/** One page of what a person has played, newest first. Throws `not-found`. */
export async function openPersonPlays(
  ctx: Pick<AppContext, "clock" | "db">,
  input: PersonPageInput,
): Promise<PlayPage> {
  const { id: performerId } = await getPerson(ctx, input.user);
  if (input.idCursor === "end") return { items: [], dateCursor: null, idCursor: "end" };
  const before =
    input.dateCursor == null || input.idCursor == null
      ? undefined
      : { playedAt: input.dateCursor, id: input.idCursor };
  const rows = await listPersonPlayRows(ctx.db, {
    performerId,
    now: ctx.clock.now(),
    limit: pageSize + 1,
    before,
  });
  const page = pageOf(rows, pageSize, (row) => ({ date: row.playedAt, id: row.id }));
  return { ...page, items: page.items.map(toPlayView) };
}
