import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";

/** The state of a room before any facts are known. */
export function emptyState(kind: "stage" | "profile", id: string): RoomState {
  return {
    kind,
    id,
    name: "",
    ...offAir,
    currentTrackAt: null,
    favoriteCount: 0,
    cheerCount: 0,
    messages: [],
    ...(kind === "profile" && { profileStatus: { live: false, room: null } }),
  };
}
