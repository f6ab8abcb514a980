/** Rules for when a delivery is tried again, when it ends, and how many there may be: decided without clock and I/O. */
import type { Outcome } from "./outcome.ts";
import type { DeliveryKind, DeliveryRecord, DeliveryStatus } from "./port.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The delays before the second attempt and those after it; after the last of them there is no further attempt. */
const delaysMs: Record<DeliveryKind, readonly number[]> = {
  post: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 5 * minuteMs, 10 * minuteMs],
  webhook: [5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs, 12 * hourMs],
  listen: [10 * secondMs, minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs, 24 * hourMs],
};

/** Maximum number of searches for it on the service, where no response had come. */
const maxLooks = 3;

/** Rates of deliveries for each target or owner; a flapping encoder must not flood other services. */
export const rates: Record<
  DeliveryKind,
  { max: number; perMs: number; perTarget: boolean; refusal: string }
> = {
  post: {
    max: 20,
    perMs: dayMs,
    perTarget: true,
    refusal: "Not sent: an account gets at most 20 posts a day.",
  },
  webhook: {
    max: 600,
    perMs: hourMs,
    perTarget: false,
    refusal: "Not sent: at most 600 webhook calls are sent an hour.",
  },
  listen: {
    max: 300,
    perMs: hourMs,
    perTarget: true,
    refusal: "Not sent: at most 300 listens are sent an hour.",
  },
};

type About = DeliveryRecord["about"];

/** Returns the time after the event for which it is worth sending. */
export function worthMs(kind: DeliveryKind, about: About): number {
  if (kind === "webhook") return dayMs;
  if (kind === "listen") return 3 * dayMs;
  // Nobody follows a link to a broadcast that may be over.
  return about === "live" ? 30 * minuteMs : dayMs;
}

export const tooLate = "Not sent: it was no longer up to date.";

export function isTooLate(
  delivery: { kind: DeliveryKind; about: About; since: number },
  now: number,
): boolean {
  return delivery.about !== "test" && now - delivery.since > worthMs(delivery.kind, delivery.about);
}

export interface Attempted {
  kind: DeliveryKind;
  about: About;
  /** It changes a post that was sent: sending it twice has the same effect as once. */
  isEdit: boolean;
  /** Number of attempts, with this one. */
  attempts: number;
  /** True where before this attempt it was unknown whether it had arrived. */
  wasUnsure: boolean;
  outcome: Outcome;
  /** Time of the event, or of the last request for another attempt. */
  since: number;
  now: number;
  /** A random number, at least 0, less than 1. */
  random: number;
}

export interface Verdict {
  status: Exclude<DeliveryStatus, "sending">;
  nextTryAt: number | null;
  /** The next attempt has to look on the service first. */
  isUnsure: boolean;
  details: string | null;
}

/** Decides the next step after an attempt. */
export function decideNext(attempted: Attempted): Verdict {
  const { outcome, about, wasUnsure } = attempted;
  const end = { nextTryAt: null, isUnsure: false };
  if (outcome.is === "sent") return { ...end, status: "sent", details: outcome.details ?? null };
  if (outcome.is === "unsure") return decideUnsure(attempted);
  const { details } = outcome;
  if (outcome.is !== "later" || about === "test") return { ...end, status: "failed", details };
  const nextTryAt = nextTry(attempted, outcome.waitMs);
  // Sending it is over, and it may have arrived the first time.
  if (nextTryAt === null && wasUnsure) return { ...end, status: "unsure", details };
  if (nextTryAt === null) return { ...end, status: "failed", details: `${details} We have stopped trying.` };
  return { status: "waiting", nextTryAt, isUnsure: wasUnsure, details };
}

const noResponse = "There was no response.";

/** Only what has the same effect twice is sent again; for a post the service is asked whether it is there. */
function decideUnsure(attempted: Attempted): Verdict {
  const { kind, about, isEdit, attempts } = attempted;
  const isRepeatable = kind !== "post" || isEdit;
  const end = { nextTryAt: null, isUnsure: false };
  const nextTryAt = about === "test" ? null : nextTry(attempted, null);
  if (isRepeatable && nextTryAt === null) return { ...end, status: "failed", details: noResponse };
  if (nextTryAt === null || (!isRepeatable && attempts > maxLooks))
    return { ...end, status: "unsure", details: `${noResponse} It may have arrived.` };
  return { status: "waiting", nextTryAt, isUnsure: !isRepeatable, details: noResponse };
}

/** Null: there is no further attempt. */
function nextTry({ kind, about, attempts, since, now, random }: Attempted, waitMs: number | null) {
  const delayMs = delaysMs[kind][attempts - 1];
  if (delayMs === undefined) return null;
  // Never earlier than the service asks; otherwise spread, so that not all that failed at once come back at once.
  const at = Math.ceil(now + (waitMs === null ? delayMs * (0.8 + 0.4 * random) : waitMs + secondMs * random));
  return at - since > worthMs(kind, about) ? null : at;
}

/** A webhook is switched off when a call has failed for a day and none has been taken since it was first tried. */
export function hasKeptFailing(
  failed: { kind: DeliveryKind; status: DeliveryStatus; attempts: number; createdAt: number },
  lastSentAt: number | null,
): boolean {
  const isGivenUp = failed.status === "failed" && failed.attempts > delaysMs.webhook.length;
  return failed.kind === "webhook" && isGivenUp && (lastSentAt === null || lastSentAt < failed.createdAt);
}
