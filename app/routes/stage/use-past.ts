import type { ReplaySource } from "#app/player/contract.ts";
import { usePlayer } from "#app/player/player-provider.tsx";

/** What is heard of the past of this room, which is on air; null where it is heard live, or not at all. */
export function usePast({ kind, id }: { kind: "stage" | "profile"; id: string }): ReplaySource | null {
  const source = usePlayer((state) => state.source);
  if (source?.kind !== "replay" || source.service !== undefined) return null;
  return source.live?.kind === kind && source.live.id === id ? source : null;
}
