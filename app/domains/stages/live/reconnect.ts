/** When a room's socket comes back after it was lost: pure, so that a thundering herd can be tested. */

/** A socket is opened again after 1 s to 5 s, without a limit of attempts. */
const shortestMs = 1_000;
const longestMs = 5_000;
/** What the server asks for is spread over a second more, or all whom it turned away would return together. */
const spreadMs = 1_000;
/** No server can send listeners away for longer than this. */
const longestAskedMs = 60_000;

/**
 * Milliseconds to wait before attempt `attempt` (0: the first ever, at once). `askedMs`: the delay that the server
 * named when it closed, or 0. `random`: from 0 to 1. Full jitter from the first retry on: a deploy drops all
 * listeners in the same instant.
 */
export function reconnectDelay(attempt: number, askedMs: number, random: number): number {
  if (askedMs > 0) return Math.min(askedMs, longestAskedMs) + random * spreadMs;
  return attempt === 0 ? 0 : shortestMs + random * (longestMs - shortestMs);
}
