import { seriesShifts } from "#app/domains/base/time/series.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import type { SetRow } from "../sets/queries/sets.ts";
import type { SetView } from "./contract/sets.ts";

export function toSetView(row: SetRow): SetView {
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    description: row.description,
    picture: row.picture,
    tags: row.tags,
    url: row.streamId === null ? "" : `/live/${row.streamId}`,
    startTime: row.startsAt,
    endTime: row.endsAt,
    room: { id: row.stageId, name: row.stageName, weekly: row.isStageWeekly },
    ...toWeeks(row),
    user: toPersonView({
      id: row.performerId,
      username: row.performerName,
      photo: row.performerPhoto,
    }),
    peakListeners: row.peakListeners,
    totalFavorites: row.totalFavorites,
    totalCheers: row.totalCheers,
    totalTips: row.isPerformerHidingStats ? null : row.tipTotal,
    replay: null,
  };
}

function toWeeks({ weeks, firstStartsAt, timeZone }: SetRow): Required<Pick<SetView, "weeks" | "dst">> {
  if (weeks === null || timeZone === null) return { weeks: 1, dst: [0] };
  return { weeks, dst: [...seriesShifts({ startsAt: firstStartsAt, weeks, timeZone })] };
}
