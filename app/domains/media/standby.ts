/**
 * What becomes of a performer's encoder that connects before their set: it waits on standby, heard by them alone, until
 * the stage takes it or they say that it plays on their profile. Pure.
 */
import type { ScheduledSet } from "../stages/on-air.ts";

export const standbyTimes = {
  /** An encoder that connects this long before the start of a set, or less, waits for it on standby. */
  windowMs: 30 * 60_000,
  /** An encoder that is back within this time stays where it was. */
  returnMs: 60_000,
} as const;

/** A set that has not begun. */
export interface AwaitedSet {
  set: string;
  startsAt: number;
}

/** Where a performer's stream is while no stage has it. */
export interface Placement {
  /** The connection for which this was decided; null: there was none. */
  connection: string | null;
  /**
   * `open`: on the performer's profile. `standby`: heard by the performer alone, for a set that was to begin. `ended`:
   * the same, after a set that was ended early.
   */
  place: "open" | "standby" | "ended";
  /** The set that it waits for, or that was ended; null: none. */
  set: string | null;
  /** When that set begins, as far as it was told. */
  startsAt: number | null;
  /** When the encoder was gone; null while it is there. */
  leftAt: number | null;
  /** When the performer has last put it on their profile, or null. */
  openedAt: number | null;
}

/** The first set of a performer on a stage that begins within the window and has not begun; null: there is none. */
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

/** The one that begins first. */
export function firstOf(sets: readonly (AwaitedSet | null | undefined)[]): AwaitedSet | null {
  const found = sets.filter((each) => each != null);
  return found.sort((a, b) => a.startsAt - b.startsAt)[0] ?? null;
}

/**
 * Decided once for each connection: on standby where a set begins soon, else open. What was decided stays, also when the
 * set is moved or cancelled: no one goes on air in public by what someone else does to the schedule.
 */
export function decidePlacement({
  before,
  encoder,
  awaited,
  now,
}: {
  before: Placement | null;
  encoder: { connection: string | null; isConnected: boolean; disconnectedAt: number | null };
  /** The first set of theirs that begins soon; null where none does, or a stage has them on for a set that is on. */
  awaited: AwaitedSet | null;
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
  const place = awaited === null ? "open" : "standby";
  const { set, startsAt } = awaited ?? { set: null, startsAt: null };
  return { connection, place, set, startsAt, leftAt: null, openedAt: null };
}

/** Heard by its performer alone, as long as no stage takes it. */
export const isHeld = (placement: Pick<Placement, "place"> | null): boolean =>
  placement !== null && placement.place !== "open";

/** Why someone is on standby. */
export type StandbyReason =
  /** A set of theirs begins soon. */
  | "soon"
  /** The set was cancelled. */
  | "cancelled"
  /** The set was moved, and begins later. */
  | "moved"
  /** The set was ended before its time. */
  | "ended";

/**
 * What a performer is told of it. `awaited`: their next set, where it begins soon; `known`: the set that the placement
 * names as it stands now, null where it is gone.
 */
export function standbyReason(
  { place }: Pick<Placement, "place">,
  awaited: unknown,
  known: { status: "accepted" | "cancelled" } | null,
): StandbyReason {
  if (awaited !== null) return "soon";
  if (place === "ended") return "ended";
  return known === null || known.status === "cancelled" ? "cancelled" : "moved";
}
