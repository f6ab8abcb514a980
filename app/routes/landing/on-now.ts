/** The content of the landing page's ring: the stage on air, or the next set. */
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { PublicStageView } from "#app/domains/air/stages/contract/public.ts";
import { type OnAirView, offAir } from "#app/domains/air/stages/contract/stages.ts";

/** A stage as a guest sees it. */
export type GuestStage = Omit<PublicStageView, "url" | "listenUrl">;

export interface OnNow {
  /** A stage that is on air, which can be heard without an account. */
  live: GuestStage | null;
  /** The set that is next, or should be on, and its stage, where none is on air. */
  next: { set: SetView; stage: GuestStage } | null;
}

/**
 * Returns the stage for the ring, of those in the order of Home: the one that is shown as long as it is on air, then
 * the first that is live.
 */
export function onNow(stages: GuestStage[], shownId: string | null = null): OnNow {
  const onAir = stages.filter((stage) => stage.status !== "offline");
  const live =
    onAir.find((stage) => stage.id === shownId) ??
    onAir.find((stage) => stage.status === "live") ??
    onAir[0] ??
    null;
  return { live, next: live === null ? findNext(stages) : null };
}

function findNext(stages: GuestStage[]): OnNow["next"] {
  const planned = stages.flatMap((stage) => (stage.nextSet === null ? [] : [{ set: stage.nextSet, stage }]));
  return planned.toSorted((a, b) => a.set.startTime - b.set.startTime)[0] ?? null;
}

/** Returns the stage for the player, which learns the rest from the stage's room. */
export function onAirOf(stage: GuestStage): OnAirView {
  return { ...offAir, ...stage, online: stage.status !== "offline" };
}
