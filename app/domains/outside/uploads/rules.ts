/** The state of an upload after each attempt. */
import type { UploadAnswer } from "#app/domains/people/integrations/mixcloud/upload-answer.ts";
import type { UploadProblem } from "./contract.ts";

const minuteMs = 60_000;

export const uploadLimits = {
  /** Attempts that a rate limit ended are not counted. */
  attempts: 8,
  /** A set that could not be uploaded for this long is not any more. */
  keptMs: 7 * 24 * 60 * minuteMs,
  /** Longer than an attempt may take: until then no other is started. */
  leaseMs: 16 * minuteMs,
  mp3Bytes: 4_294_967_296,
  pictureBytes: 10_485_760,
  descriptionLength: 1_000,
  tags: 5,
} as const;

/** Minutes before each further attempt. The service needs the first ones to show what has arrived. */
const waits = [10, 15, 30, 60, 120, 240, 480];

/** Changes by an attempt. `unsureSince`: it may have arrived after all; look before it is sent again. */
export interface AttemptResult {
  status: "waiting" | "done" | "failed";
  attempts?: number;
  nextTryAt?: number;
  unsureSince?: number | null;
  error: UploadProblem | null;
  details: string | null;
}

interface Attempt {
  /** Including this one. */
  attempts: number;
  requestedAt: number;
  startedAt: number;
  now: number;
  /** A number between 0 and 1: attempts of many at the same time are spread. */
  jitter: number;
}

export function decideAfterAttempt(
  answer: Exclude<UploadAnswer, { is: "done" }>,
  attempt: Attempt,
): AttemptResult {
  switch (answer.is) {
    case "rate-limited":
      return afterRateLimit(answer.waitMs, attempt);
    case "dead-token":
      return { status: "failed", error: "relink", details: null, unsureSince: null };
    case "refused":
      return { status: "failed", error: "refused", details: answer.details, unsureSince: null };
    case "unsure":
      return { ...tryLater(attempt, answer.details), unsureSince: attempt.startedAt };
    default:
      return answer satisfies never;
  }
}

/** It was not sent, or not to its end. */
export function tryLater(
  { attempts, now, jitter }: Omit<Attempt, "startedAt">,
  details: string | null,
): AttemptResult {
  if (attempts >= uploadLimits.attempts) return { status: "failed", error: "unreachable", details };
  const wait = (waits[attempts - 1] ?? waits.at(-1) ?? 0) * minuteMs;
  return { status: "waiting", error: "unreachable", details, nextTryAt: now + spread(wait, jitter) };
}

/** Nothing of it was taken; it is sent when the service says, never before. */
function afterRateLimit(waitMs: number, { attempts, requestedAt, now, jitter }: Attempt): AttemptResult {
  const isOver = now + waitMs - requestedAt > uploadLimits.keptMs;
  return {
    status: isOver ? "failed" : "waiting",
    attempts: attempts - 1,
    nextTryAt: now + spread(waitMs, jitter),
    unsureSince: null,
    error: "rate-limit",
    details: null,
  };
}

const spread = (waitMs: number, jitter: number): number => Math.round(waitMs * (1 + jitter / 10));

/** A show that is there by this name since it was sent: the upload has arrived, although nobody said so. */
export function findArrived<Show extends { name: string; createdAt: number }>(
  shows: readonly Show[],
  { name, since }: { name: string; since: number },
): Show | undefined {
  // The service's clock may be behind ours.
  const from = since - minuteMs;
  return shows.find((show) => show.name.trim() === name.trim() && show.createdAt >= from);
}
