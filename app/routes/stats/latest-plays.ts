/** Changes of the list of past songs by events of the lobby. Pure. */
import type { LobbyEntry } from "#app/domains/air/stages/lobby-protocol.ts";
import type { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import type { LiveMap } from "../home/lists.ts";

/** Adds a new track at the start, and drops the last one. A track that is already first is ignored. */
export function addLatest(plays: PlayView[], play: PlayView): PlayView[] {
  if (plays[0]?.track.id === play.track.id) return plays;
  return [play, ...plays.filter(({ id }) => id !== play.id)].slice(0, Math.max(plays.length, minKept));
}

/** A shorter list has nothing to drop yet. */
const minKept = 30;

/** Plays that have started since `before`. Where that is unknown there are none: the page was loaded with them. */
export function playsBegun(before: LiveMap, after: LiveMap, now: number): PlayView[] {
  if (before === null || after === null) return [];
  return [...after].flatMap(([key, entry]) => {
    const play = toPlay(entry, now);
    return play !== null && play.id !== before.get(key)?.onAir.currentTrackHistory ? [play] : [];
  });
}

function toPlay({ kind, id: roomId, onAir }: LobbyEntry, now: number): PlayView | null {
  const { currentTrack, currentTrackHistory: id } = onAir;
  if (currentTrack === null || id === null) return null;
  const name = onAir.currentSet?.room?.name;
  return {
    id,
    _id: id,
    timestamp: now,
    isAnnounced: true,
    track: {
      id: currentTrack,
      _id: currentTrack,
      title: onAir.currentTitle ?? "",
      artist: onAir.currentArtist ?? "",
      spotify: null,
    },
    listenCount: onAir.currentListeners,
    favoriteCount: 0,
    cheerCount: 0,
    set: onAir.currentSet?.id ?? null,
    dj: onAir.currentDj,
    room: kind === "stage" && name !== undefined ? { id: roomId, name } : null,
  };
}
