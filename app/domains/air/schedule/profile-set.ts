import type { OnAirView } from "../stages/contract/stages.ts";
import type { SetView } from "./contract/sets.ts";

/**
 * A performance on a profile in the form of a set: it has a performer and a start, no stage and no end. None where the
 * entry is a stage, or no one performs.
 */
export function toProfileSets(entry: { kind: "stage" | "profile"; id: string; onAir: OnAirView }): SetView[] {
  const { onAir } = entry;
  if (entry.kind !== "profile" || !onAir.online || onAir.currentDj === null) return [];
  const id = `profile-${entry.id}`;
  return [
    {
      id,
      _id: id,
      name: `${onAir.currentDj.username} live`,
      description: "",
      url: onAir.currentUrl ?? "",
      startTime: onAir.startTime ?? 0,
      endTime: null,
      room: null,
      user: onAir.currentDj,
      private: null,
      weeks: 1,
      dst: [0],
      peakListeners: onAir.currentListeners,
      totalFavorites: 0,
      totalCheers: 0,
      totalTips: null,
      replay: null,
      ...(onAir.state && { state: onAir.state }),
    },
  ];
}
