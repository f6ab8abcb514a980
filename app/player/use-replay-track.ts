import { trackAt } from "#app/domains/replays/track-at.ts";
import type { SeekableSource } from "./contract.ts";
import { usePlayer } from "./player-provider.tsx";

/** The track that is heard of a replay, or null. */
export function useReplayTrack(): SeekableSource["tracks"][number] | null {
  // Renders again where the track changes, not with the position.
  return usePlayer(({ source, position }) =>
    source?.kind === "replay" ? trackAt(source.tracks, position ?? 0) : null,
  );
}
