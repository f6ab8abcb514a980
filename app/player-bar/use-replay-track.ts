import { useMemo } from "react";
import { trackAt, trackChanges } from "#app/domains/air/replays/track-at.ts";
import type { SeekableSource } from "../player/contract.ts";
import { usePlayer } from "../player/player-provider.tsx";
import { useReplayReading } from "../player/use-replay.ts";

const noTracks: SeekableSource["tracks"] = [];

/** The track that is heard of a replay, or null. */
export function useReplayTrack(): SeekableSource["tracks"][number] | null {
  const tracks = usePlayer(({ source }) => (source?.kind === "replay" ? source.tracks : noTracks));
  const changes = useMemo(() => trackChanges(tracks), [tracks]);
  // Renders again where the track changes, not with the position.
  const track = useReplayReading(undefined, changes, (position) => trackAt(tracks, position));
  // That of the replay before, until the first reading.
  return track !== null && tracks.includes(track) ? track : null;
}
