import { type Reply, retryAfterOf } from "./http.ts";

/** The answer of a source of data about music. */
export type SourceAnswer<Value> =
  | { is: "found"; value: Value }
  | { is: "none" }
  /** It was asked too often, or is down: it wants to be left alone. */
  | { is: "wait"; forMs: number }
  /** No response, or one that nothing can be made of. */
  | { is: "failed"; reason: string };

/** Wait where it asks to be left alone without saying for how long. */
const defaultWaitMs = 60_000;
/** Longer than this is a mistake of the service. */
const maxWaitMs = 24 * 3_600_000;

/** The answers that no body is needed for; null for any other. */
export function readRefusal(
  reply: Pick<Reply, "status" | "headers"> | null,
  now: number,
): Exclude<SourceAnswer<never>, { is: "found" }> | null {
  if (reply === null) return { is: "failed", reason: "no response" };
  const { status, headers } = reply;
  if (status === 429 || status === 503) return toWait(retryAfterOf(headers, now));
  return status === 404 ? { is: "none" } : null;
}

/** `forMs`: null where it does not say. */
export const toWait = (forMs: number | null) => ({
  is: "wait" as const,
  forMs: Math.min(maxWaitMs, Math.max(1_000, forMs ?? defaultWaitMs)),
});
