/** A state of Spotify's player for the one track that is played there. */

interface State {
  paused: boolean;
  position: number;
  track_window: { current_track: { uri: string }; previous_tracks: readonly { uri: string }[] };
}

export type Playback = "loading" | "playing" | "paused" | "finished" | "disconnected";

/**
 * `played`: the track that has sounded, by the player's own name for it, which is not always the one that was requested;
 * null before any sound. A null state: playback is on another device.
 */
export function readPlayback(state: State | null, played: string | null): Playback {
  if (state === null) return played === null ? "loading" : "disconnected";
  const { paused, position, track_window: tracks } = state;
  // With "autoplay" in the listener's settings Spotify goes on with a track of its own choice.
  if (played !== null && tracks.current_track.uri !== played) return "finished";
  if (!paused) return "playing";
  if (played === null) return "loading";
  const isOver = position === 0 && tracks.previous_tracks.some(({ uri }) => uri === played);
  return isOver ? "finished" : "paused";
}
