import type { ErrorCode } from "#app/errors.ts";

const steps = [
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** A time to wait, rounded up to the largest unit that fits: `8 minutes`, `24 hours`, `1 second`. */
function inWords(ms: number): string {
  const [unit, unitMs] = steps.find(([, each]) => ms >= each) ?? steps[2];
  const count = Math.max(1, Math.ceil(ms / unitMs));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * What somebody is told who has to wait before they write, for the codes that a wait is all there is to say of; undefined
 * for others. The room says it once, the page again as the time runs down.
 */
export function waitSentence(code: string, waitMs: number): string | undefined {
  const again = waitMs > 0 ? `You can write again in ${inWords(waitMs)}` : "You can write again now";
  switch (code as ErrorCode) {
    case "chat-timeout":
      return again;
    case "slow-mode":
      return `Slow mode: ${again.replace("You", "you")}`;
    default:
      return undefined;
  }
}
