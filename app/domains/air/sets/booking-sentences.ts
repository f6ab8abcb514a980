/**
 * The notices of bookings to the other side, in whole sentences: to a performer about theirs, to managers about a
 * performer's.
 */
import { utcTime } from "#app/domains/base/time/utc-time.ts";
import { maxUnasked } from "./booking-rules.ts";

interface Booking {
  /** Name of the set. */
  name: string;
  stageName: string;
  performerName: string;
}

type Outcome = "accepted" | "declined" | "cancelled" | "booked";

export function answerSentence(
  { name, stageName, performerName }: Booking,
  outcome: Outcome,
  toPerformer: boolean,
): string {
  const set = `“${name}” on ${stageName}`;
  switch (outcome) {
    case "accepted":
      return toPerformer ? `${set} was accepted.` : `${performerName} accepted ${set}.`;
    case "declined":
      return toPerformer ? `${set} was declined.` : `${performerName} declined ${set}.`;
    case "cancelled":
      return toPerformer
        ? `The request for ${set} was withdrawn.`
        : `${performerName} withdrew the request for ${set}.`;
    case "booked":
      return toPerformer ? `${set} was booked.` : `${performerName} booked ${set}.`;
  }
}

/** `undone`: the whole request, several weeks of it, or the set at one time. */
export function undoneSentence(
  { name, stageName, performerName }: Booking,
  undone: "all" | { weeks: number } | { time: string },
  toPerformer: boolean,
): string {
  const set = `“${name}” on ${stageName}`;
  const waits = "The request is waiting for an answer again.";
  if (undone === "all")
    return toPerformer
      ? `The acceptance of ${set} was withdrawn. ${waits}`
      : `${performerName} withdrew the acceptance of ${set}. ${waits}`;
  if ("weeks" in undone)
    return toPerformer
      ? `The acceptance of ${set} was withdrawn for ${undone.weeks} weeks. ${waits}`
      : `${performerName} withdrew the acceptance of ${set} for ${undone.weeks} weeks. ${waits}`;
  return toPerformer
    ? `The acceptance of ${set} at ${undone.time} was withdrawn. ${waits}`
    : `${performerName} withdrew the acceptance of ${set} at ${undone.time}. ${waits}`;
}

/** The sentence to a performer whose request waits on a stage that approves automatically, with so many sets ahead. */
export const waitingSentence = (setsAhead: number): string =>
  `Set request sent. A manager answers it: this stage approves up to ${maxUnasked} of your sets ahead automatically, and you have ${setsAhead}.`;

export type SetNews =
  | { what: "moved"; to: string }
  /** It starts as before. */
  | { what: "end"; to: string }
  | { what: "renamed"; to: string }
  | { what: "cancelled"; time: string; weeks: number }
  | { what: "ended"; isPastEnd: boolean }
  /** A set that was cancelled by a manager alone. */
  | { what: "kicked" };

interface Changeable {
  name: string;
  startsAt: number;
  endsAt: number;
}

/** Returns the news of a change; null where it needs no notice. */
export function changeNews(set: Changeable, change: Changeable): SetNews | null {
  if (set.startsAt !== change.startsAt) return { what: "moved", to: utcTime(change.startsAt) };
  if (set.endsAt !== change.endsAt) return { what: "end", to: utcTime(change.endsAt) };
  return set.name === change.name ? null : { what: "renamed", to: change.name };
}

interface Move {
  name: string;
  stageName: string;
  /** Its start now, and the times that were requested; epoch ms. */
  fromStartsAt: number;
  startsAt: number;
  endsAt: number;
}

/** The sentence to managers when a performer requests another time. */
export const moveRequestSentence = (
  { name, stageName, fromStartsAt, startsAt, endsAt }: Move,
  performerName: string,
): string =>
  startsAt === fromStartsAt
    ? `${performerName} asks to end “${name}” on ${stageName} at ${utcTime(endsAt)}.`
    : `${performerName} asks to move “${name}” on ${stageName} from ${utcTime(fromStartsAt)} to ${utcTime(startsAt)}.`;

/** The sentence to the performer when the managers accepted another time. */
export const movedSentence = ({ name, stageName, fromStartsAt, startsAt, endsAt }: Move): string =>
  startsAt === fromStartsAt
    ? `Your set “${name}” on ${stageName} now ends at ${utcTime(endsAt)}, as you asked.`
    : `Your set “${name}” on ${stageName} was moved to ${utcTime(startsAt)}, as you asked.`;

export function setSentence(
  { name, performerName }: Omit<Booking, "stageName">,
  news: SetNews,
  toPerformer: boolean,
): string {
  switch (news.what) {
    case "moved":
      return toPerformer
        ? `Your set “${name}” was moved to ${news.to}.`
        : `${performerName} moved the set “${name}” to ${news.to}.`;
    case "end":
      return toPerformer
        ? `Your set “${name}” now ends at ${news.to}.`
        : `${performerName} changed the end of the set “${name}” to ${news.to}.`;
    case "renamed":
      return toPerformer
        ? `Your set “${name}” was renamed to “${news.to}”.`
        : `${performerName} renamed the set “${name}” to “${news.to}”.`;
    case "cancelled": {
      const { time, weeks } = news;
      if (weeks === 1)
        return toPerformer
          ? `Your set “${name}” at ${time} was cancelled.`
          : `${performerName} cancelled the set “${name}” at ${time}.`;
      return toPerformer
        ? `Your set “${name}” was cancelled for ${weeks} weeks from ${time}.`
        : `${performerName} cancelled the set “${name}” for ${weeks} weeks from ${time}.`;
    }
    case "ended":
      return toPerformer
        ? `Your set “${name}” was ended${news.isPastEnd ? "" : " early"}.`
        : `${performerName} ended the set “${name}”${news.isPastEnd ? "" : " early"}.`;
    case "kicked":
      return toPerformer
        ? `A manager took your set “${name}” off the air. Your encoder was disconnected.`
        : `The set “${name}” of ${performerName} was taken off the air.`;
  }
}
