import { wordFor } from "#app/ui/number.ts";

/** The remaining time of a sleep timer, as it is shown (`29 min`, `45 s`) and as it is read out. */
export function leftText(leftMs: number): { short: string; spoken: string } {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  if (seconds <= 60) return { short: `${seconds} s`, spoken: plural(seconds, "second") };
  const minutes = Math.ceil(seconds / 60);
  return { short: `${minutes} min`, spoken: plural(minutes, "minute") };
}

const plural = (count: number, unit: "second" | "minute") => `${count} ${wordFor(count, unit, `${unit}s`)}`;
