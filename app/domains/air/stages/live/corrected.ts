import type { PlayedTrack, TracksCorrected } from "./protocol.ts";

/** The same tracks as they are now, in their order, without those that are none any more. */
export function correctPlayed(
  played: readonly PlayedTrack[],
  { tracks, removed }: TracksCorrected,
): PlayedTrack[] {
  return played
    .filter(({ trackHistory }) => !removed.some((each) => each.trackHistory === trackHistory))
    .map((track) => tracks.find(({ trackHistory }) => trackHistory === track.trackHistory) ?? track);
}
