/** How news from the lobby changes the two lists of the home page. Pure. */
import type { SetView } from "#app/domains/sets/contract.ts";
import { toProfileSets } from "#app/domains/sets/profile-set.ts";
import { type OnAirView, offAir, type StageView } from "#app/domains/stages/contract.ts";
import type { LobbyEntry, LobbyEvent } from "#app/domains/stages/lobby-protocol.ts";
import { compareStages } from "#app/domains/stages/order.ts";

/** What the lobby says, by `kind:id`; null until it has said anything. */
export type LiveMap = ReadonlyMap<string, LobbyEntry> | null;

const liveKey = (entry: Pick<LobbyEntry, "kind" | "id">) => `${entry.kind}:${entry.id}`;

/** The same map, with what the lobby has just said. */
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

function nextOf(stage: StageView, upcoming: SetView[], now: number): OnAirView {
  const nextSet = upcoming.find((set) => set.room?.id === stage.id && set.startTime > now) ?? null;
  return { ...offAir, nextSet, nextDj: nextSet?.user ?? null };
}

/** The stages with what they carry now, in the order of the page. */
export function mergeStages(
  stages: StageView[],
  upcoming: SetView[],
  live: LiveMap,
  now: number,
): StageView[] {
  if (!live) return stages;
  return stages
    .map((stage) => {
      const entry = live.get(liveKey({ kind: "stage", id: stage.id }));
      // A stage that the lobby does not know carries nothing, whatever the page was rendered with.
      return { ...stage, ...(entry?.onAir ?? (stage.online ? nextOf(stage, upcoming, now) : {})) };
    })
    .sort(compareStages);
}

/** Booked sets, with whoever plays on their own profile in front; those who stopped are gone. */
export function mergeUpcoming(upcoming: SetView[], live: LiveMap): SetView[] {
  if (!live) return upcoming;
  const onProfiles = [...live.values()].flatMap(toProfileSets);
  return [...onProfiles, ...upcoming.filter((set) => set.endTime !== null)];
}
