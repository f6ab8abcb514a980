import type { AppContext } from "#app/context.ts";
import { type CursorInput, pageOf } from "#app/paging.ts";
import { toFound } from "./access.server.ts";
import type { ListedReplayView, ReplayPage } from "./contract.ts";
import { type Before, listLatestReplays } from "./queries/public-replays.ts";
import type { ReplayRow } from "./queries/replays.ts";
import { toListedReplayView } from "./views.ts";

const pageSize = 20;

/** The newest replays that everyone may hear, without performers with a block between them and the viewer. */
export async function listReplays(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  limit: number,
): Promise<ListedReplayView[]> {
  return (await listPublic(ctx, limit)).map(toListedReplayView);
}

/** A page of them. */
export async function openReplays(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  input: CursorInput,
): Promise<ReplayPage> {
  const { dateCursor, idCursor } = input;
  if (idCursor === "end") return { items: [], dateCursor: null, idCursor: "end" };
  const before = dateCursor == null || idCursor == null ? undefined : { startedAt: dateCursor, id: idCursor };
  const rows = await listPublic(ctx, pageSize + 1, before);
  const page = pageOf(rows, pageSize, (row) => ({ date: row.startedAt, id: row.id }));
  return { ...page, items: page.items.map(toListedReplayView) };
}

/** Returns as many as `limit`, unless there are no more. */
async function listPublic(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  limit: number,
  before?: Before,
): Promise<ReplayRow[]> {
  const viewerId = ctx.viewer?.id ?? "";
  const found: ReplayRow[] = [];
  let from = before;
  while (found.length < limit) {
    const rows = await listLatestReplays(ctx.db, { viewerId, limit, before: from });
    found.push(...rows.filter((row) => toFound(ctx, row, false).isPublic));
    if (rows.length < limit) break;
    from = rows.at(-1);
  }
  return found.slice(0, limit);
}
