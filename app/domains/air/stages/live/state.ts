import { stageLimits } from "../contract/stages.ts";
import { correctPlayed } from "./corrected.ts";
import type { PlayedTrack, RoomEvent, RoomState, TracksCorrected } from "./protocol.ts";

/** No listener is further behind than this. */
const earlierMs = 60_000;
const maxEarlier = 5;

/**
 * The only reducer of a room: the object applies it before it stores, every browser applies it on arrival. Returns the
 * same object when nothing changed.
 */
export function applyRoomEvent(state: RoomState, event: RoomEvent): RoomState {
  switch (event.event) {
    case "snapshot":
      return event.data;
    case "profile status":
      return { ...state, profileStatus: event.data };
    case "room listeners":
    case "profile listeners":
      return { ...state, ...event.data };
    case "room set":
      return {
        ...state,
        ...event.data,
        ...toCurrent(undefined),
        earlierTracks: [],
      };
    case "update set":
      return {
        ...state,
        ...event.data,
        // Titles have their own event: an update must not restore an older one.
        ...toCurrent(currentTrackOf(state)),
      };
    case "new track":
      return addTrack(state, event.data);
    case "track ended": {
      const { mediaAt, trackHistory } = event.data;
      if (state.currentTrackHistory !== trackHistory) return state;
      return { ...state, ...toCurrent(null), earlierTracks: earlierThan(mediaAt, tracksOf(state)) };
    }
    case "tracks corrected":
      return correctTracks(state, event.data);
    case "favorited":
      return { ...state, favoriteCount: event.data.favoriteCount };
    case "tipped":
      return state;
    case "room tipped":
    case "profile tipped": {
      const tips = state.tips ?? [];
      if (tips.some((tip) => tip._id === event.data._id)) return state;
      return { ...state, tips: [event.data, ...tips].slice(0, stageLimits.messages) };
    }
    case "cheered":
      return { ...state, cheerCount: event.data.cheerCount };
    case "room message":
    case "profile message":
      if (state.messages.some((message) => message._id === event.data._id)) return state;
      return { ...state, messages: [event.data, ...state.messages].slice(0, stageLimits.messages) };
    case "chat rules":
      return { ...state, chatRules: event.data };
    case "message deleted":
      return {
        ...state,
        messages: state.messages.filter((message) => message._id !== event.data._id),
        ...(state.tips && { tips: state.tips.filter((tip) => tip._id !== event.data._id) }),
      };
  }
}

type PlayedTracks = NonNullable<RoomState["earlierTracks"]>;

/** Usually the current one from now on; what was added later takes its place in what was played before. */
function addTrack(state: RoomState, track: PlayedTrack): RoomState {
  const known = tracksOf(state);
  const [newest] = known;
  // The last one had ended, and goes on.
  if (newest?.trackHistory === track.trackHistory && state.currentTrackHistory === null)
    return { ...state, ...toCurrent(track), earlierTracks: known.slice(1) };
  if (known.some(({ trackHistory }) => trackHistory === track.trackHistory)) return state;
  if (newest === undefined || newest.mediaAt <= track.mediaAt)
    return { ...state, ...toCurrent(track), earlierTracks: earlierThan(track.mediaAt, known) };
  const earlier = newestFirst([track, ...(state.earlierTracks ?? [])]);
  return { ...state, earlierTracks: earlierThan(newest.mediaAt, earlier) };
}

/**
 * Corrects the tracks of the state: where the current track is none any more, nothing is current, unless it is part of
 * another one, which is always among the corrected ones.
 */
function correctTracks(state: RoomState, corrected: TracksCorrected): RoomState {
  const known = newestFirst(correctPlayed(tracksOf(state), corrected));
  const removed = corrected.removed.find(({ trackHistory }) => trackHistory === state.currentTrackHistory);
  const now = removed
    ? corrected.tracks.find(({ trackHistory }) => trackHistory === removed.into)
    : currentTrackOf(state) && known[0];
  return {
    ...state,
    ...toCurrent(now),
    earlierTracks: known.filter(({ trackHistory }) => trackHistory !== now?.trackHistory),
  };
}

/** The tracks before one that starts at `mediaAt`, as far as someone may still hear them. */
function earlierThan(mediaAt: number, known: PlayedTracks): PlayedTracks {
  return known
    .filter((_, index) => (known[index - 1]?.mediaAt ?? mediaAt) > mediaAt - earlierMs)
    .slice(0, maxEarlier);
}

/** The current track and those before it, newest first. */
function tracksOf(state: RoomState): PlayedTracks {
  const current = currentTrackOf(state);
  return [...(current ? [current] : []), ...(state.earlierTracks ?? [])];
}

function currentTrackOf(state: RoomState): PlayedTracks[number] | null {
  if (state.currentTrackHistory === null || state.currentTrackAt === null) return null;
  return {
    mediaAt: state.currentTrackAt,
    track: state.currentTrack,
    trackHistory: state.currentTrackHistory,
    title: state.currentTitle ?? "",
    artist: state.currentArtist ?? "",
    source: state.currentTrackSource,
  };
}

/** The fields of the current track; all null without one. */
const toCurrent = (track: PlayedTrack | null | undefined) => ({
  currentTrack: track?.track ?? null,
  currentTrackHistory: track?.trackHistory ?? null,
  currentTitle: track?.title ?? null,
  currentArtist: track?.artist ?? null,
  currentTrackAt: track?.mediaAt ?? null,
  currentTrackSource: track?.source,
});

/**
 * The room as it was at `ear` (server time in the sound), for a listener who starts that far behind, and the tracks
 * that they will hear, oldest first. The same object where they hear the current track. `played`: the tracks of the
 * performance, where someone may be further behind than the room's own go back.
 */
export function rewindRoom(
  state: RoomState,
  ear: number,
  played: readonly PlayedTrack[] = [],
): { state: RoomState; ahead: PlayedTracks } {
  const current = currentTrackOf(state);
  if (current === null ? played.length === 0 : current.mediaAt <= ear) return { state, ahead: [] };
  const known = newestFirst([...tracksOf(state), ...played]);
  const heard = known.findIndex(({ mediaAt }) => mediaAt <= ear);
  const track = known[heard];
  return {
    state: {
      ...state,
      ...toCurrent(track),
      earlierTracks: heard === -1 ? [] : known.slice(heard + 1),
    },
    ahead: known.slice(0, heard === -1 ? known.length : heard).reverse(),
  };
}

/** Each play once; of one that is named twice, the first. */
function newestFirst(tracks: PlayedTracks): PlayedTracks {
  const plays = new Map<string, PlayedTrack>();
  for (const track of tracks) if (!plays.has(track.trackHistory)) plays.set(track.trackHistory, track);
  return [...plays.values()].sort((a, b) => b.mediaAt - a.mediaAt);
}
