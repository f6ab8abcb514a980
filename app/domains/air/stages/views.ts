import type { SetView } from "../schedule/contract/sets.ts";
import { type OnAirView, offAir, type StageView } from "./contract/stages.ts";
import type { StageRow } from "./queries/stages.ts";

/**
 * `onAir` is undefined while nothing is: then the next set is read from the schedule. Built field by field, so that a
 * column added to the table is never published by accident.
 */
export function toStageView(
  row: StageRow,
  state: {
    onAir: OnAirView | undefined;
    nextSet: SetView | null;
    subscription: { hasAlert: boolean } | undefined;
  },
): StageView {
  const { nextSet } = state;
  const scheduled = { ...offAir, state: nextSet?.state ?? null, nextSet, nextDj: nextSet?.user ?? null };
  return {
    ...(state.onAir ?? scheduled),
    id: row.id,
    _id: row.id,
    name: row.name,
    genre: row.genre,
    description: row.description,
    thumbnail: row.thumbnail,
    customUrl: row.customUrl,
    instant: row.isInstant,
    instantPublic: row.isInstant ? `/live/${row.streamId}` : null,
    weekly: row.isWeekly,
    autoApprove: row.hasAutoApprove,
    membersOnly: row.isMembersOnly,
    keepsReplays: row.keepsReplays,
    lastStreamedAt: row.lastStreamedAt,
    archivedAt: row.archivedAt,
    subscribed: state.subscription !== undefined,
    alert: state.subscription?.hasAlert ?? false,
    listenCount: row.listenCount,
    subscriberCount: row.subscriberCount,
    favoriteCount: row.favoriteCount,
    cheerCount: row.cheerCount,
    setCount: row.setCount,
  };
}
