import type { AppContext, LiveEntry } from "#app/context.ts";
import type { FavoriteInput } from "./contract/tracks.ts";
import { findPlay, findTrack, type PlayedRow, type TrackRow } from "./queries/tracks.ts";

/** The maximum number of rooms that are asked about a play. */
const maxRooms = 3;

/**
 * The track and the play of a favorite; undefined where they do not exist. A title is heard before D1 has its play: the
 * room in which it was heard then stores it first.
 */
export async function findHeard(
  ctx: AppContext,
  input: Pick<FavoriteInput, "track" | "trackHistory" | "set" | "dj">,
): Promise<{ track: TrackRow | undefined; play: PlayedRow | undefined }> {
  const find = async () => {
    const [track, play] = await Promise.all([
      findTrack(ctx.db, input.track),
      input.trackHistory == null ? undefined : findPlay(ctx.db, input.trackHistory),
    ]);
    return { track, play };
  };
  const found = await find();
  if (input.trackHistory == null || found.play !== undefined) return found;
  return (await deliver(ctx, { ...input, playId: input.trackHistory })) ? find() : found;
}

/** False where no room may have heard it. */
async function deliver(
  ctx: AppContext,
  heard: { playId: string } & Pick<FavoriteInput, "set" | "dj">,
): Promise<boolean> {
  try {
    // What the caller says about the performance is good enough to choose the rooms.
    const mayKnow = ({ onAir }: LiveEntry) =>
      onAir.currentTrackHistory === heard.playId ||
      (onAir.currentSet !== null && onAir.currentSet.id === heard.set) ||
      (onAir.currentDj !== null && onAir.currentDj.id === heard.dj);
    const entries = (await ctx.lobby.live()).filter(mayKnow).slice(0, maxRooms);
    const rooms = entries.map(({ kind, id }) =>
      kind === "stage" ? ctx.rooms.stage(id) : ctx.rooms.profile(id),
    );
    await Promise.all(rooms.map((room) => room.deliverPlay(heard.playId)));
    return rooms.length > 0;
  } catch (error) {
    ctx.log.warn("play-not-delivered", { play: heard.playId, reason: String(error) });
    return false;
  }
}
