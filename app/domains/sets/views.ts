import type { SetRow } from "#db/queries/sets.ts";
import { toPersonView } from "../people/views.ts";
import type { SetView } from "./contract.ts";

export function toSetView(row: SetRow): SetView {
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    description: row.description,
    url: row.streamId === null ? "" : `/live/${row.streamId}`,
    startTime: row.startsAt,
    endTime: row.endsAt,
    room: { id: row.stageId, name: row.stageName },
    user: toPersonView({
      id: row.performerId,
      username: row.performerName,
      photo: row.performerPhoto,
    }),
    peakListeners: row.peakListeners,
    totalFavorites: row.totalFavorites,
    totalCheers: row.totalCheers,
  };
}
