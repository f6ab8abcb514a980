/** Who may book what, and whether the time is free: pure decisions. */
import type { Refusal } from "#app/errors.ts";
import type { Series } from "../time/series.ts";
import type { Slot } from "../time/slot.ts";
import { isTimeZone, localMinuteOf } from "../time/time-zone.ts";
import { bookingLimits } from "./contract/requests.ts";

type Verdict = { ok: true } | Refusal;
const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
/** No set is longer, no matter who books it. */
const maxSlotMs = 24 * hourMs;

/** What of a stage decides about its bookings. */
export interface BookableStage {
  isInstant: boolean;
  isWeekly: boolean;
  isMembersOnly: boolean;
  hasAutoApprove: boolean;
}

/** Who stands where: the one who asks, the performer, and what they are on the stage. */
export interface BookingParties {
  isOwnRequest: boolean;
  isManager: boolean;
  isPerformerMember: boolean;
  isPerformerManager: boolean;
  hasPerformerPassedTest: boolean;
}

/**
 * Whether these people may ask for a set here, and whether it needs no answer: a performer's request where the stage
 * approves by itself, or where the performer manages it. `not-found`: someone asks for another without managing.
 */
export function decideParties(
  stage: BookableStage,
  parties: BookingParties,
): { ok: true; isApproved: boolean } | Refusal {
  if (!parties.isOwnRequest && !parties.isManager) return { ok: false, code: "not-found" };
  if (stage.isInstant) return { ok: false, code: "no-schedule" };
  if (!parties.hasPerformerPassedTest) return { ok: false, code: "not-a-performer" };
  const isOutside = !parties.isPerformerMember && !parties.isPerformerManager;
  // A manager may invite whom they like.
  if (stage.isMembersOnly && parties.isOwnRequest && isOutside) return { ok: false, code: "members-only" };
  return {
    ok: true,
    isApproved: parties.isOwnRequest && (stage.hasAutoApprove || parties.isPerformerManager),
  };
}

/** How the one who asks and someone who would answer stand to each other. */
export interface BlockState {
  /** Who asks has blocked them. */
  isBlocked: boolean;
  /** They have blocked who asks. */
  isBlockedBy: boolean;
}

export const isReachable = ({ isBlocked, isBlockedBy }: BlockState) => !isBlocked && !isBlockedBy;

/**
 * Whether there is anyone to ask: of those who would answer one is enough. Where no one is, it was the caller
 * that made it so (`you-blocked`) only if all of it was.
 */
export function decideContact(answerers: readonly BlockState[]): Verdict {
  if (answerers.length === 0 || answerers.some(isReachable)) return { ok: true };
  return {
    ok: false,
    code: answerers.some(({ isBlockedBy }) => isBlockedBy) ? "not-welcome" : "you-blocked",
  };
}

/** On what terms a set is booked: by its parties as the stage takes bookings, or by an operator. */
export type BookingTerms =
  | { by: "parties"; stage: Pick<BookableStage, "isWeekly">; now: number }
  | { by: "operator" };

/**
 * The parties' series begins within the booking window on a half hour of its zone, lasts one of the durations, and has
 * more than one week only on a weekly stage. An operator books one slot of a day at most, whenever it begins.
 */
export function decideSeries(series: Series, terms: BookingTerms): Verdict {
  const bad: Refusal = { ok: false, code: "bad-input" };
  if (!isTimeZone(series.timeZone)) return bad;
  const lengthMs = series.endsAt - series.startsAt;
  if (!(lengthMs > 0) || lengthMs > maxSlotMs) return bad;
  if (terms.by === "operator") return series.weeks === 1 ? { ok: true } : bad;
  const { stage, now } = terms;
  if (!bookingLimits.durations.some((hours) => lengthMs === hours * hourMs)) return bad;
  if (series.startsAt <= now || series.startsAt > now + bookingLimits.windowDays * dayMs) return bad;
  if (localMinuteOf(series.startsAt, series.timeZone) % 30 !== 0) return bad;
  if (series.weeks < 1 || series.weeks > bookingLimits.weeks) return bad;
  return series.weeks === 1 || stage.isWeekly ? { ok: true } : bad;
}

/**
 * Whether slots can be booked beside those that are. `taken` holds the sets of the stage and those of the performer,
 * who cannot be in two places. The parties are told which of the slots are taken, by position.
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

/** Whether a booked set can be ended now: it has begun, and is neither over nor cancelled. */
export function decideEnd(set: Slot & { status: "accepted" | "cancelled" }, now: number): Verdict {
  if (set.status === "cancelled" || set.endsAt <= now) return { ok: false, code: "set-over" };
  return set.startsAt < now ? { ok: true } : { ok: false, code: "set-not-on" };
}

/**
 * Whether a booked set may get this time. What has ended stays; what has begun keeps its start and may only end at
 * another time that is still to come; otherwise it lasts one of the durations and begins in the future. Without
 * `mayMove` the stage's managers are asked, which ends with the start.
 */
export function decideMove(
  set: Slot,
  wanted: Slot,
  { mayMove, now }: { mayMove: boolean; now: number },
): Verdict {
  if (set.endsAt <= now) return { ok: false, code: "set-over" };
  if (wanted.startsAt === set.startsAt && wanted.endsAt === set.endsAt) return { ok: true };
  const hasBegun = set.startsAt <= now;
  if (hasBegun && !mayMove) return { ok: false, code: "managers-move-sets" };
  if (hasBegun && wanted.startsAt !== set.startsAt) return { ok: false, code: "set-begun" };
  if (wanted.endsAt <= now || (!hasBegun && wanted.startsAt <= now)) return { ok: false, code: "bad-input" };
  const isDuration = bookingLimits.durations.some(
    (hours) => wanted.endsAt - wanted.startsAt === hours * hourMs,
  );
  return isDuration ? { ok: true } : { ok: false, code: "bad-input" };
}
