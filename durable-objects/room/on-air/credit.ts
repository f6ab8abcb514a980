import type { RoomCore } from "../core.ts";
import type { Broadcast } from "../memory.ts";

/** The performer and stage that are credited for a broadcast and what happens in it. */
export interface Credit {
  /** Null in a profile. */
  stageId: string | null;
  performerId: string | null;
  setId: string | null;
}

export function creditOf({ kind, id }: Pick<RoomCore, "kind" | "id">, { onAir }: Broadcast): Credit {
  return { stageId: kind === "stage" ? id : null, performerId: onAir.performerId, setId: onAir.setId };
}
