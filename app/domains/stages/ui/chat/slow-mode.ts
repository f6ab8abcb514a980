import type { ChatMessage } from "../../live/protocol.ts";

const units = [
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A slow mode's time, in the largest unit that says it whole: `30 seconds`, `5 minutes`, `1 hour`. */
export function durationOf(seconds: number): string {
  const [unit, each] = units.find(([, size]) => seconds >= size && seconds % size === 0) ?? units[2];
  return new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" }).format(seconds / each);
}

/**
 * When slow mode lets this writer write again (epoch ms, the server's clock), by what they last wrote; null where it
 * does not hold them back. `messages` is newest first.
 */
export function slowUntil(
  messages: readonly Pick<ChatMessage, "userId" | "time">[],
  writerId: string,
  slowSeconds: number,
): number | null {
  if (slowSeconds === 0) return null;
  const last = messages.find((message) => message.userId === writerId);
  return last === undefined ? null : last.time + slowSeconds * 1_000;
}
