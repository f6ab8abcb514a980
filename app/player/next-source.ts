/** Data for the queue that no room sends: the lineup of a stage, and where a performer plays next. */

import { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { listUserUpcomingSetsCall } from "#app/domains/air/sets/calls/sets.ts";
import { getRoomLineupCall } from "#app/domains/air/stages/calls/stages.ts";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { stagePath } from "#app/paths.ts";
import { callApi } from "../api-client.ts";
import type { RoomSource } from "./contract.ts";
import type { StreamEntry } from "./queue.ts";

/** The sets that may follow what is heard, for a signed-in user; none where they cannot be loaded now. */
export async function findLineup({ kind, id }: Pick<RoomSource, "kind" | "id">): Promise<SetView[]> {
  const asked =
    kind === "stage"
      ? callApi(getRoomLineupCall, { room: id })
      : callApi(listUserUpcomingSetsCall, { user: id });
  return asked.catch(() => []);
}

/** The stage of a stream to switch to, as a source for the player; null where it is on no stage. */
export function toStageSource({ room }: StreamEntry, image: string | null): RoomSource | null {
  if (room === null) return null;
  return { kind: "stage", ...room, href: stagePath(room.id), image, onAir: offAir };
}
