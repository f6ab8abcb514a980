import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { type CursorInput, pageOf } from "#app/paging.ts";
import {
  type FavoritedInput,
  type FavoriteInput,
  type FavoritePage,
  type FavoriteView,
  maxListedFavorites,
} from "./contract/tracks.ts";
import { heardLimits, isHeardIn, mayBeHeard } from "./heard.ts";
import { findHeard } from "./late-plays.server.ts";
import {
  countFavorites,
  deleteFavorite,
  findFavorite,
  findPlayEnd,
  findTrack,
  insertFavorite,
  listFavoritedAmong,
  listFavorites as listFavoriteRows,
  type PlayedRow,
} from "./queries/tracks.ts";
import { toFavoriteView } from "./views.ts";

const pageSize = 30;

/** More than a person would do, including software that goes through a long list: each one is sent to a whole room. */
export const markRate = { max: 300, perMs: 60_000 };

/** Number of another person's favorites that are shown. */
const latestFavorites = 5;

/** The last few favorites of a person, newest first. Throws `not-found`. */
export async function listLatestFavorites(
  ctx: Pick<AppContext, "clock" | "db">,
  userId: string,
): Promise<FavoriteView[]> {
  const { id } = await getPerson(ctx, userId);
  const rows = await listFavoriteRows(ctx.db, { userId: id, now: ctx.clock.now(), limit: latestFavorites });
  return rows.map((row) => toFavoriteView(row));
}

/** The viewer's favorites, newest first; the last thousand of them. */
export async function listFavorites(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
): Promise<FavoriteView[]> {
  const page = { userId: requireViewer(ctx).id, now: ctx.clock.now(), limit: maxListedFavorites };
  const rows = await listFavoriteRows(ctx.db, page);
  return rows.map((row) => toFavoriteView(row));
}

/** Returns which of these tracks are favorites of the viewer, however old; by the requested ids. */
export async function listFavorited(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: FavoritedInput,
): Promise<string[]> {
  return listFavoritedAmong(ctx.db, requireViewer(ctx).id, input.tracks);
}

/** One page of the viewer's favorites, newest first. */
export async function openFavorites(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  input: CursorInput,
): Promise<FavoritePage> {
  const viewer = requireViewer(ctx);
  if (input.idCursor === "end") return { items: [], dateCursor: null, idCursor: "end" };
  const before =
    input.dateCursor == null || input.idCursor == null
      ? undefined
      : { createdAt: input.dateCursor, trackId: input.idCursor };
  const rows = await listFavoriteRows(ctx.db, {
    userId: viewer.id,
    now: ctx.clock.now(),
    limit: pageSize + 1,
    before,
  });
  const page = pageOf(rows, pageSize, (row) => ({ date: row.createdAt, id: row.track.id }));
  return { ...page, items: page.items.map((row) => toFavoriteView(row)) };
}

/**
 * Marks a track. The play that was audible decides about the credit: its performer, set and stage, not what the caller
 * says about them. Marking it again has no effect. Throws `not-found` for an unknown track, or a play of another track,
 * and `rate-limited`.
 */
export async function favorite(ctx: AppContext, input: FavoriteInput): Promise<FavoriteView> {
  const viewer = requireViewer(ctx);
  requireOk(await ctx.limits.take(`favorite:${viewer.id}`, markRate));
  const { track, play } = await findHeard(ctx, input);
  const isBelonging = input.trackHistory == null || play?.trackId === track?.id;
  if (track === undefined || !isBelonging) throw new AppError("not-found");
  const now = ctx.clock.now();
  const isFresh = await insertFavorite(
    ctx.db,
    {
      userId: viewer.id,
      trackId: track.id,
      playId: play?.id ?? null,
      setId: play?.setId ?? null,
      performerId: play?.performerId ?? null,
      stageId: play?.stageId ?? null,
      createdAt: now,
      isHeard: play !== undefined && (await isHeardBy(ctx, viewer.id, play)),
      // Not before the play, whatever the caller says.
      mediaAt:
        play === undefined || input.mediaAt == null
          ? null
          : Math.round(Math.min(now, Math.max(play.playedAt, input.mediaAt))),
    },
    heardLimits.everyMs,
  );
  const heart = play === undefined ? null : { userId: viewer.id, playId: play.id };
  if (isFresh && play !== undefined) await notifyRoom(ctx, play, input, heart);
  const row = await findFavorite(ctx.db, { userId: viewer.id, trackId: track.id, now });
  if (row === undefined) throw new AppError("conflict");
  return toFavoriteView(row, { favorited: true, fresh: isFresh });
}

/** Whether its room knows them as a listener of this play, now or a moment ago. */
async function isHeardBy(
  ctx: Pick<AppContext, "clock" | "db" | "log" | "rooms">,
  userId: string,
  play: PlayedRow,
): Promise<boolean> {
  const endedAt = await findPlayEnd(ctx.db, play);
  const room = roomOf(ctx, play);
  if (room === undefined || !mayBeHeard({ endedAt }, ctx.clock.now())) return false;
  try {
    const span = await room.listeningOf(userId);
    return span !== null && isHeardIn(span, { playedAt: play.playedAt, endedAt });
  } catch (error) {
    ctx.log.warn("room-not-told", { play: play.id, reason: String(error) });
    return false;
  }
}

/** The room in which something was played. */
function roomOf(
  { rooms }: Pick<AppContext, "rooms">,
  { stageId, performerId }: Pick<PlayedRow, "stageId" | "performerId">,
) {
  if (stageId !== null) return rooms.stage(stageId);
  return performerId === null ? undefined : rooms.profile(performerId);
}

/** Removes a mark; without one this does nothing. Throws as `favorite` does. */
export async function unfavorite(ctx: AppContext, input: FavoriteInput): Promise<FavoriteView> {
  const viewer = requireViewer(ctx);
  requireOk(await ctx.limits.take(`favorite:${viewer.id}`, markRate));
  const track = await findTrack(ctx.db, input.track);
  if (track === undefined) throw new AppError("not-found");
  const row = await findFavorite(ctx.db, { userId: viewer.id, trackId: track.id, now: ctx.clock.now() });
  const removed = await deleteFavorite(ctx.db, viewer.id, track.id);
  if (removed?.playId != null) {
    await notifyRoom(ctx, { ...removed, id: removed.playId, trackId: removed.trackId }, input, null);
  }
  return row !== undefined
    ? toFavoriteView(row, { favorited: false, fresh: false })
    : toFavoriteView(
        { track, playId: null, setId: null, createdAt: 0, performer: null, stage: null },
        { favorited: false, fresh: false },
      );
}

/** The favorite is already stored: a room that does not respond must not undo it. */
async function notifyRoom(
  ctx: Pick<AppContext, "db" | "log" | "rooms">,
  play: {
    id: string;
    trackId: string;
    stageId: string | null;
    performerId: string | null;
    setId: string | null;
  },
  input: FavoriteInput,
  heart: { userId: string; playId: string } | null,
): Promise<void> {
  const room = roomOf(ctx, play);
  if (room === undefined) return;
  try {
    const counts = await countFavorites(ctx.db, {
      stageId: play.stageId,
      performerId: play.performerId,
      playId: play.id,
    });
    await room.favorited({
      trackId: play.trackId,
      setId: play.setId,
      favoriteCount: counts.room,
      trackFavoriteCount: counts.play,
      mediaAt: input.mediaAt ?? null,
      heart,
    });
  } catch (error) {
    ctx.log.warn("room-not-told", { play: play.id, reason: String(error) });
  }
}
