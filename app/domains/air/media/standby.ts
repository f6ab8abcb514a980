/**
 * Placement of a performer's encoder that connects before their set: it waits on standby, heard by them alone, until
 * the stage takes it or they put it on their profile. Pure.
 */

import type { ScheduledSet } from "../schedule/scheduled-set.ts";
import type { RoomPath } from "../stages/room-path.ts";

export const standbyTimes = {
  /** An encoder that connects at most this long before the start of a set waits for it on standby. */
  windowMs: 30 * 60_000,
  /** An encoder that reconnects within this time stays where it was. */
  returnMs: 60_000,
  /** A stage takes the encoder this long before the start of a set. */
  takenMs: 120_000,
  /** …and keeps it this long past its end, on air or not. */
  keptMs: 120_000,
} as const;

/** A set that has not started. */
export interface AwaitedSet {
  set: string;
  startsAt: number;
}

/** The place of a performer's stream while no stage has it. */
export interface Placement {
  /** The connection for which this was decided; null: there was none. */
  connection: string | null;
  /**
   * `open`: on the performer's profile. `standby`: heard by the performer alone, for a set that was to start. `ended`:
   * the same, after a set that was ended early, or a stream test that was passed. `off`: the same, because its performer
   * wants that.
   */
  place: "open" | "standby" | "ended" | "off";
  /** The set that it waits for, that was ended, or after which its performer stays off the air; null: none. */
  set: string | null;
  /** Start of that set, as last reported. */
  startsAt: number | null;
  /** Time when the encoder disconnected; null while it is connected. */
  leftAt: number | null;
  /** Time when the performer last put it on their profile, or null. */
  openedAt: number | null;
}

/** The place of a performer's connected stream, now or once the stage that has it (`heldBy`) gives it back. */
export interface Placed extends Pick<Placement, "place" | "set"> {
  heldBy: RoomPath | null;
  connectedAt: number | null;
  /** Connecting alone does not put their profile on air. */
  isKeptOffProfile: boolean;
}

/** A performer's choice for their connected encoder. */
export type PlacementChoice =
  | { place: "standby"; set: AwaitedSet }
  /** `set`: the one that is over. Also while the stage still has it. */
  | { place: "off"; set: string | null }
  /** `isOver`: also while the stage still has it. `isCut`: the stage gives it back now, as it is not on air there. */
  | { place: "open"; isOver: boolean; isCut: boolean };

/** The first set of a performer on a stage that starts within the window and has not started; null: there is none. */
export function findAwaited(
  schedule: readonly ScheduledSet[],
  { stageId, performerId }: { stageId: string; performerId: string },
  now: number,
): AwaitedSet | null {
  const starts = schedule
    .filter((set) => set.stageId === stageId && set.performerId === performerId)
    .filter(({ startsAt }) => startsAt > now && startsAt <= now + standbyTimes.windowMs)
    .map(({ id, startsAt }) => ({ set: id, startsAt }));
  return firstOf(starts);
}

/** The one that starts first. */
export function firstOf(sets: readonly (AwaitedSet | null | undefined)[]): AwaitedSet | null {
  const found = sets.filter((each) => each != null);
  return found.sort((a, b) => a.startsAt - b.startsAt)[0] ?? null;
}

/**
 * Decided once for each connection, and again when a stage gives it back after its set: on standby where a set starts
 * soon, otherwise open, or off where its performer wants that. The decision stays, also when the set is moved or
 * cancelled: no one goes on air in public because someone else changes the schedule.
 */
export function decidePlacement({
  before,
  encoder,
  awaited,
  isKeptOffProfile = false,
  now,
}: {
  before: Placement | null;
  encoder: { connection: string | null; isConnected: boolean; disconnectedAt: number | null };
  /** Their first set that starts soon; null where none does, or a stage has them on for a set that is on. */
  awaited: AwaitedSet | null;
  /** Connecting alone does not put their profile on air. */
  isKeptOffProfile?: boolean;
  now: number;
}): Placement | null {
  const { connection, isConnected, disconnectedAt } = encoder;
  if (!isConnected) {
    return before === null || before.leftAt !== null ? before : { ...before, leftAt: disconnectedAt ?? now };
  }
  const isSame = before !== null && before.connection === connection;
  const isBack = before !== null && now - (before.leftAt ?? now) <= standbyTimes.returnMs;
  if (before !== null && (isSame || isBack)) {
    const waits = before.place === "standby" ? awaited : null;
    return { ...before, ...waits, connection, leftAt: null };
  }
  const place = awaited !== null ? "standby" : isKeptOffProfile ? "off" : "open";
  const { set, startsAt } = awaited ?? { set: null, startsAt: null };
  return { connection, place, set, startsAt, leftAt: null, openedAt: null };
}

/** Heard by its performer alone, until a stage takes it. */
export const isHeld = (placement: Pick<Placement, "place"> | null): boolean =>
  placement !== null && placement.place !== "open";

/** The reason why someone is on standby. */
export type StandbyReason =
  /** A set of theirs starts soon. */
  | "soon"
  /** The set was cancelled. */
  | "cancelled"
  /** The set was moved, and starts later. */
  | "moved"
  /** The set was ended early. */
  | "ended"
  /** The stream test was passed with this connection. */
  | "passed"
  /** The set is over, and the encoder is still connected. */
  | "over"
  /** Connecting alone does not put the profile on air: the performer has chosen that. */
  | "chosen";

/**
 * The reason shown to the performer. `awaited`: their next set, where it starts soon; `known`: the present state of the
 * set in the placement, null where it was deleted.
 */
export function standbyReason(
  { place, set }: Pick<Placement, "place" | "set">,
  awaited: unknown,
  known: { status: "accepted" | "cancelled" } | null,
): StandbyReason {
  if (awaited !== null) return "soon";
  if (place === "off") return known === null ? "chosen" : "over";
  if (place === "ended") return set === null ? "passed" : "ended";
  return known === null || known.status === "cancelled" ? "cancelled" : "moved";
}
