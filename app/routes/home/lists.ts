/** Changes of the two lists of the home page by events of the lobby. Pure. */
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { toProfileSets } from "#app/domains/air/schedule/profile-set.ts";
import { withStates } from "#app/domains/air/schedule/states-of.ts";
import { type OnAirView, offAir, type StageView } from "#app/domains/air/stages/contract/stages.ts";
import type { LobbyEntry, LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import { compareStages } from "#app/domains/air/stages/order.ts";

/** The lobby's entries, by `kind:id`; null until it has sent any. */
export type LiveMap = ReadonlyMap<string, LobbyEntry> | null;

const liveKey = (entry: Pick<LobbyEntry, "kind" | "id">) => `${entry.kind}:${entry.id}`;

/** The same map, with the lobby's latest event applied. */
export function applyLobbyEvent(live: LiveMap, event: LobbyEvent): LiveMap {
  const next = new Map(live);
  switch (event.event) {
    case "snapshot":
      return new Map(event.data.map((entry) => [liveKey(entry), entry]));
    case "room changed":
      return next.set(liveKey(event.data), event.data);
    case "listeners":
      for (const { currentListeners, ...room } of event.data) {
        const entry = next.get(liveKey(room));
        if (entry) next.set(liveKey(room), { ...entry, onAir: { ...entry.onAir, currentListeners } });
      }
      return next;
    case "upcoming changed":
    case "announcement":
    case "announcement retracted":
      return live;
  }
}

/**
 * Returns the stage as it is shown when it carries nothing although the page was rendered with it on air. Its next set
 * is the first that has not ended, according to the room; the page may not have loaded distant ones yet.
 */
function offTheAir(stage: StageView, upcoming: SetView[], now: number): OnAirView {
  const isAhead = ({ endTime }: SetView) => (endTime ?? Number.POSITIVE_INFINITY) > now;
  const known = stage.nextSet && isAhead(stage.nextSet) ? stage.nextSet : null;
  const nextSet = upcoming.find((set) => set.room?.id === stage.id && isAhead(set)) ?? known;
  return { ...offAir, nextSet, nextDj: nextSet?.user ?? null };
}

/** The stages with what they carry now, in their order. */
export function withOnAir<T extends StageView>(
  stages: readonly T[],
  upcoming: SetView[],
  live: LiveMap,
  now: number,
): T[] {
  return stages.map((stage) => {
    if (!live) return stage;
    const entry = live.get(liveKey({ kind: "stage", id: stage.id }));
    // A stage that the lobby does not know carries nothing, whatever the page was rendered with.
    const onAir = entry?.onAir ?? (stage.online ? offTheAir(stage, upcoming, now) : {});
    return { ...stage, ...onAir, lastStreamedAt: entry?.lastStreamedAt ?? stage.lastStreamedAt };
  });
}

/** The same, in the order of the page. */
export function mergeStages(
  stages: StageView[],
  upcoming: SetView[],
  live: LiveMap,
  now: number,
): StageView[] {
  return live ? withOnAir(stages, upcoming, live, now).sort(compareStages) : stages;
}

/** The stages on air that are not in a list of all stages: they are newer than it. */
export function newStages(stages: StageView[], live: LiveMap): string[] {
  const known = new Set(stages.map(({ id }) => id));
  return [...(live?.values() ?? [])]
    .filter(({ kind, id, onAir }) => kind === "stage" && onAir.online && !known.has(id))
    .map(({ id }) => id);
}

/** Booked sets, preceded by performers on their own profiles; those who stopped are removed. */
export function mergeUpcoming(upcoming: SetView[], live: LiveMap): SetView[] {
  if (!live) return upcoming;
  const onProfiles = [...live.values()].flatMap(toProfileSets);
  const booked = upcoming.filter((set) => set.endTime !== null);
  return [...onProfiles, ...withStates(booked, [...live.values()])];
}
