import { pastOf, type ReplaySource } from "#app/player/contract.ts";
import { usePlayer } from "#app/player/player-provider.tsx";

/** Returns what is heard of the past of this room, which is on air; null where it is heard live, or not at all. */
export function usePast(room: { kind: "stage" | "profile"; id: string }): ReplaySource | null {
  return usePlayer(({ source }) => pastOf(source, room));
}
