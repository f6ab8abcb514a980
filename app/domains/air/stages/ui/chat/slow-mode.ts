import type { ChatMessage } from "../../live/protocol.ts";

const units = [
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** The time of slow mode, in the largest unit without a fraction: `30 seconds`, `5 minutes`, `1 hour`. */
export function durationOf(seconds: number): string {
  const [unit, each] = units.find(([, size]) => seconds >= size && seconds % size === 0) ?? units[2];
  return new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" }).format(seconds / each);
}

/**
 * Returns when this writer may write again under slow mode (epoch ms, server time), from their last message; null where
 * it does not apply. `messages` is newest first.
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
