/** Delays before a room's socket reconnects after it was lost: pure, so that a thundering herd can be tested. */

/** A socket reconnects after 1 s to 5 s, without a limit of attempts. */
const shortestMs = 1_000;
const longestMs = 5_000;
/** The delay that the server requests is spread over a second more, or everyone it refused would return together. */
const spreadMs = 1_000;
/** A server cannot delay listeners for longer than this. */
const longestAskedMs = 60_000;

/**
 * Milliseconds to wait before attempt `attempt` (0: the first ever, immediately). `askedMs`: the delay in the server's
 * close reason, or 0. `random`: from 0 to 1. Full jitter from the first retry on: a deploy disconnects all listeners at
 * the same instant.
 */
export function reconnectDelay(attempt: number, askedMs: number, random: number): number {
  if (askedMs > 0) return Math.min(askedMs, longestAskedMs) + random * spreadMs;
  return attempt === 0 ? 0 : shortestMs + random * (longestMs - shortestMs);
}
