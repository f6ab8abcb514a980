/** Rights to book, and whether the time is free: pure decisions. */

import type { Series } from "#app/domains/base/time/series.ts";
import type { Slot } from "#app/domains/base/time/slot.ts";
import { isTimeZone, localMinuteOf } from "#app/domains/base/time/time-zone.ts";
import type { Refusal } from "#app/errors.ts";
import { bookingLimits } from "./contract/requests.ts";

type Verdict = { ok: true } | Refusal;
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** No set is longer, no matter who books it. */
const maxSlotMs = 24 * hourMs;
/** One side's requests that may wait for the same performer or stage: the list of those who answer is for everyone. */
export const maxWaiting = 20;
/**
 * Sets that a performer may have ahead on a stage that approves automatically, each week of a series counted; what would
 * be more waits for its managers. A performer with none ahead may book one series of any length.
 */
export const maxUnasked = 20;

/** The properties of a stage that decide about its bookings. */
export interface BookableStage {
  isInstant: boolean;
  isWeekly: boolean;
  isMembersOnly: boolean;
  hasAutoApprove: boolean;
}

/** The roles of those involved: the one who asks, the performer, and what they are on the stage. */
export interface BookingParties {
  isOwnRequest: boolean;
  isManager: boolean;
  isPerformerMember: boolean;
  isPerformerManager: boolean;
  hasPerformerPassedTest: boolean;
}

/**
 * Whether these people may request a set here, and whether it needs no answer: a performer's request where the stage
 * approves automatically, or where the performer manages it. `not-found`: someone requests for another person without
 * managing the stage.
 */
export function decideParties(
  stage: BookableStage,
  parties: BookingParties,
): { ok: true; isApproved: boolean } | Refusal {
  if (!parties.isOwnRequest && !parties.isManager) return { ok: false, code: "not-found" };
  if (stage.isInstant) return { ok: false, code: "no-schedule" };
  if (!parties.hasPerformerPassedTest) return { ok: false, code: "not-a-performer" };
  const isOutside = !parties.isPerformerMember && !parties.isPerformerManager;
  // A manager may invite anyone.
  if (stage.isMembersOnly && parties.isOwnRequest && isOutside) return { ok: false, code: "members-only" };
  return {
    ok: true,
    isApproved: parties.isOwnRequest && (stage.hasAutoApprove || parties.isPerformerManager),
  };
}

/** The stage for a performer who has so many sets ahead on it, and wants a series of so many weeks. */
export const withSetsAhead = <Stage extends BookableStage>(
  stage: Stage,
  { setsAhead, weeks }: { setsAhead: number; weeks: number },
): Stage => ({
  ...stage,
  hasAutoApprove: stage.hasAutoApprove && (setsAhead === 0 || setsAhead + weeks <= maxUnasked),
});

/** The blocks between the one who asks and someone who would answer. */
export interface BlockState {
  /** The one who asks has blocked them. */
  isBlocked: boolean;
  /** They have blocked the one who asks. */
  isBlockedBy: boolean;
}

export const isReachable = ({ isBlocked, isBlockedBy }: BlockState) => !isBlocked && !isBlockedBy;

/**
 * Whether there is anyone to ask: one possible answerer is enough. If there is none, the code is `you-blocked` only
 * where all blocks are the caller's own.
 */
export function decideContact(answerers: readonly BlockState[]): Verdict {
  if (answerers.length === 0 || answerers.some(isReachable)) return { ok: true };
  return {
    ok: false,
    code: answerers.some(({ isBlockedBy }) => isBlockedBy) ? "not-welcome" : "you-blocked",
  };
}

/** The terms on which a set is booked: by its parties under the stage's rules, or by an operator. */
export type BookingTerms =
  | { by: "parties"; stage: Pick<BookableStage, "isWeekly">; isManager: boolean; now: number }
  | { by: "operator" };

/**
 * Whether a set can be this long: one of the durations, or where a manager of the stage books it any number of whole
 * minutes.
 */
function isLength(lengthMs: number, isManager: boolean): boolean {
  if (isManager)
    return lengthMs > 0 && lengthMs % minuteMs === 0 && lengthMs <= bookingLimits.managerHours * hourMs;
  return bookingLimits.durations.some((hours) => lengthMs === hours * hourMs);
}

/**
 * The parties' series starts within the booking window on a half hour of its zone, or for a manager on any minute, has
 * an allowed length, and has more than one week only on a weekly stage. An operator books one slot of at most a day,
 * with any start.
 */
export function decideSeries(series: Series, terms: BookingTerms): Verdict {
  const bad: Refusal = { ok: false, code: "bad-input" };
  if (!isTimeZone(series.timeZone)) return bad;
  const lengthMs = series.endsAt - series.startsAt;
  if (!(lengthMs > 0) || lengthMs > maxSlotMs) return bad;
  if (terms.by === "operator") return series.weeks === 1 ? { ok: true } : bad;
  const { stage, isManager, now } = terms;
  if (!isLength(lengthMs, isManager)) return bad;
  if (series.startsAt <= now || series.startsAt > now + bookingLimits.windowDays * dayMs) return bad;
  if (localMinuteOf(series.startsAt, series.timeZone) % (isManager ? 1 : 30) !== 0) return bad;
  if (series.weeks < 1 || series.weeks > bookingLimits.weeks) return bad;
  return series.weeks === 1 || stage.isWeekly ? { ok: true } : bad;
}

/**
 * Whether slots can be booked in addition to the taken ones. `taken` holds the sets of the stage and those of the
 * performer, who cannot be in two places. The refusal lists the taken slots to the parties, by position.
 */
export function decideBooking(
  slots: readonly Slot[],
  taken: readonly Slot[],
  by: BookingTerms["by"],
): { ok: true } | (Refusal & { takenSlots?: number[] }) {
  const isTaken = (slot: Slot) =>
    taken.some((other) => other.startsAt < slot.endsAt && slot.startsAt < other.endsAt);
  const takenSlots = slots.flatMap((slot, position) => (isTaken(slot) ? [position] : []));
  if (takenSlots.length === 0) return { ok: true };
  return by === "operator" ? { ok: false, code: "conflict" } : { ok: false, code: "slot-taken", takenSlots };
}

/**
 * Whether a booked set can be ended now: it has started, and is neither over nor cancelled. `isPastEnd`: its stage has
 * it on air past its end.
 */
export function decideEnd(
  set: Slot & { status: "accepted" | "cancelled" },
  { isPastEnd, now }: { isPastEnd: boolean; now: number },
): Verdict {
  if (set.status === "cancelled" || (set.endsAt <= now && !isPastEnd)) return { ok: false, code: "set-over" };
  return set.startsAt < now ? { ok: true } : { ok: false, code: "set-not-on" };
}

/**
 * Whether a booked set may get this time. A set that has ended stays; one that has started keeps its start and may only
 * end at another time in the future; otherwise it starts in the future and keeps its length or gets one that is
 * allowed. Without `mayMove` the stage's managers are asked, which is possible until the start.
 */
export function decideMove(
  set: Slot,
  wanted: Slot,
  { mayMove, isManager, now }: { mayMove: boolean; isManager: boolean; now: number },
): Verdict {
  if (set.endsAt <= now) return { ok: false, code: "set-over" };
  if (wanted.startsAt === set.startsAt && wanted.endsAt === set.endsAt) return { ok: true };
  const hasBegun = set.startsAt <= now;
  if (hasBegun && !mayMove) return { ok: false, code: "managers-move-sets" };
  if (hasBegun && wanted.startsAt !== set.startsAt) return { ok: false, code: "set-begun" };
  if (wanted.endsAt <= now || (!hasBegun && wanted.startsAt <= now)) return { ok: false, code: "bad-input" };
  const lengthMs = wanted.endsAt - wanted.startsAt;
  const isKept = lengthMs === set.endsAt - set.startsAt;
  return isKept || isLength(lengthMs, isManager) ? { ok: true } : { ok: false, code: "bad-input" };
}
