import { toPersonView } from "#app/domains/people/people/views.ts";
import type { ReplayView } from "../replays/contract.ts";
import type { PastPerformanceRow } from "../replays/queries/past-performances.ts";
import type { SetView } from "./contract/sets.ts";

/** A performance without a set that is over, in the form of a set. */
export function toPastPerformance(row: PastPerformanceRow, replay: ReplayView): SetView {
  const { performance: id, performerId, performerName: username, performerPhoto: photo, stageId } = row;
  return {
    id,
    _id: id,
    name: `${username} live`,
    description: "",
    url: row.streamId === null ? "" : `/live/${row.streamId}`,
    startTime: row.startedAt,
    endTime: row.endedAt,
    room:
      stageId === null
        ? null
        : { id: stageId, name: row.stageName ?? "", weekly: row.isStageWeekly ?? false },
    user: toPersonView({ id: performerId, username, photo }),
    private: null,
    weeks: 1,
    dst: [0],
    peakListeners: row.peakListeners,
    totalFavorites: row.totalFavorites,
    totalCheers: row.totalCheers,
    totalTips: row.isPerformerHidingStats ? null : row.tipTotal,
    replay,
  };
}
