import type { Placement } from "#app/domains/air/media/standby.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";

export interface StreamRow {
  stream: string;
  kind: "stage" | "performer" | "test";
  ownerId: string;
  claimedBy: RoomPath | null;
  /** True in a sound check by its owner, who alone hears it. */
  isChecked: boolean;
  /** End of its last check, epoch ms, or null. */
  checkedUntil: number | null;
  /** Its placement while no stage has it, as in `placements.ts`; null: undecided. */
  place: Placement["place"] | null;
  /** The connection for which that was decided. */
  placed: string | null;
  openedAt: number | null;
  /** Time when a stage last gave it back during its connection, epoch ms: titles from before are of that set. */
  titlesEndedAt: number | null;
  /** Counts every report; rooms drop reports that are not higher. */
  version: number;
  /** Counts changes that rooms must be notified of; `announced` is the last one they were. */
  changes: number;
  announced: number;
}
