/** The state of a set at a moment: the one rule that every page, call and log takes it from. Pure. */
import { standbyTimes } from "../media/standby.ts";
import type { SetState } from "./contract/set-state.ts";
import type { SetView } from "./contract/sets.ts";

export const setStateTimes = {
  /** A set is due this long before its start: its performer is awaited, and listeners may come. */
  dueMs: 60_000,
  /** A performer who is not heard this long after the start is late. */
  lateMs: 60_000,
  /** A state that was read while a set was on air past its end is trusted until then: no set is on air for longer. */
  pastEndMs: standbyTimes.keptMs + 60_000,
} as const;

/** A stage's data about the performer of one of its sets. */
export interface SetPresence {
  /** The set is on air. `since`: epoch ms; `lostAt`: since when its sound does not arrive, or null. */
  air: { since: number; lostAt: number | null } | null;
  /** Their encoder, where the stage may take its sound; null: none is connected, or it is elsewhere. */
  encoder: { connectedAt: number; silentSince: number | null } | null;
  /** Time when the set was last on air (epoch ms), if it was and is not now. */
  playedUntil: number | null;
}

export const nobodyThere: SetPresence = { air: null, encoder: null, playedUntil: null };

/** Start and end; without an end: until its performer stops. */
type SetTimes = Pick<SetView, "startTime" | "endTime">;

/** The state of an accepted set at `now` (epoch ms). */
export function setStateAt(set: SetTimes, { air, encoder, playedUntil }: SetPresence, now: number): SetState {
  const { startTime, endTime } = set;
  const isEnded = endTime !== null && now >= endTime;
  if (air !== null) {
    const state = onAirState(air, encoder?.silentSince ?? null);
    return isEnded ? { ...state, isPastEnd: true } : state;
  }
  if (isEnded) return { name: encoder === null ? "over" : "still-connected", since: endTime };
  if (playedUntil !== null) {
    const silentSince = encoder?.silentSince ?? null;
    return silentSince === null
      ? { name: "dropped", since: playedUntil }
      : { name: "silent", since: silentSince };
  }
  if (now >= startTime + setStateTimes.lateMs) return { name: "late", since: startTime };
  // One that is connected earlier is there for another set.
  if (encoder !== null && now >= startTime - standbyTimes.windowMs)
    return { name: "standby", since: encoder.connectedAt };
  const dueAt = startTime - setStateTimes.dueMs;
  return now >= dueAt ? { name: "due", since: dueAt } : { name: "booked", since: null };
}

/** The state of what is on air, also without a set. */
export function onAirState(air: NonNullable<SetPresence["air"]>, silentSince: number | null): SetState {
  if (air.lostAt !== null) return { name: "dropped", since: air.lostAt };
  return silentSince === null ? { name: "on-air", since: air.since } : { name: "silent", since: silentSince };
}

/** Returns the time after `now` when the clock alone changes the state next; null: never. */
export function nextSetChange({ startTime, endTime }: SetTimes, now: number): number | null {
  const { dueMs, lateMs } = setStateTimes;
  const times = [
    startTime - standbyTimes.windowMs,
    startTime - dueMs,
    startTime + lateMs,
    ...(endTime === null ? [] : [endTime]),
  ];
  const ahead = times.filter((time) => time > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

/** Whether its time has come, or its performer is there: it has more than a place in a schedule. */
export const isCurrent = (state: SetState | null | undefined): boolean =>
  state != null && !["booked", "over"].includes(state.name);

/** Whether listeners do not hear it although it is on: they are told why instead. */
export const isUnheard = (state: SetState | null | undefined): state is SetState =>
  state != null && ["late", "silent", "dropped"].includes(state.name);

/** The state of a set that was read a while ago: what the clock knows better is taken from it. */
export function stateNow(set: SetTimes & Pick<SetView, "state">, now: number): SetState {
  const byClock = setStateAt(set, nobodyThere, now);
  if (set.state === undefined) return byClock;
  if (byClock.name === "over") {
    // One that was read before the end does not know whether its performer played on.
    const until = (set.endTime ?? 0) + setStateTimes.pastEndMs;
    return set.state.isPastEnd && now < until ? set.state : byClock;
  }
  return set.state.name === "booked" && byClock.name === "due" ? byClock : set.state;
}
