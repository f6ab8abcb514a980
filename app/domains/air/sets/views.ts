import { slotsOf } from "#app/domains/base/time/series.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import type { PlayedSetView } from "./contract/changes.ts";
import type { SetRequestView } from "./contract/requests.ts";
import type { SetRequestRow } from "./queries/requests.ts";
import type { SetRow } from "./queries/sets.ts";

/**
 * Returns a played set as this viewer may see it: a performer's own numbers are never hidden from them, nor from the
 * stage's managers.
 */
export function toPlayedSetView(
  row: Pick<SetRow, "performerId" | "isPerformerHidingStats" | "tipTotal">,
  view: SetView,
  { viewerId, isManager }: { viewerId: string | undefined; isManager: boolean },
): PlayedSetView {
  if (!row.isPerformerHidingStats) return view;
  if (row.performerId === viewerId || isManager) return { ...view, totalTips: row.tipTotal };
  return { ...view, peakListeners: null, totalFavorites: null, totalCheers: null, totalTips: null };
}

export function toSetRequestView(row: SetRequestRow): SetRequestView {
  return {
    id: row.id,
    _id: row.id,
    kind: row.kind,
    set: toChangedSet(row),
    room: row.stage,
    dj: toPersonView(row.performer),
    requestor: toPersonView(row.requestor),
    name: row.name,
    description: row.description,
    startTime: row.startsAt,
    endTime: row.endsAt,
    weeks: row.weeks,
    slots: slotsOf(row).map(({ startsAt, endsAt }) => ({ startTime: startsAt, endTime: endsAt })),
    timeZone: row.timeZone,
    status: row.status,
    mixcloud: row.mixcloud,
    mixcloudName: row.mixcloudName,
  };
}

function toChangedSet(row: SetRequestRow): SetRequestView["set"] {
  const { setId, fromStartsAt, fromEndsAt, playerId, playerName, playerPhoto } = row;
  if (setId === null || fromStartsAt === null || fromEndsAt === null) return null;
  const user =
    playerId === null ? null : toPersonView({ id: playerId, username: playerName ?? "", photo: playerPhoto });
  return { id: setId, startTime: fromStartsAt, endTime: fromEndsAt, user };
}
