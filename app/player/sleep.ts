/** The sleep timer: when the sound ends, and its fade. Pure; `sleep-timer.ts` runs it. */
import * as z from "zod/mini";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import { playerLimits } from "./limits.ts";

/**
 * The choice, as this browser stores it. `endsAt`: epoch ms on this clock; for a set, as last known. `room`: where that
 * set is heard.
 */
export const Sleep = z.object({
  endsAt: z.number(),
  set: z.nullable(z.string()),
  room: z.optional(z.string()),
});
export type Sleep = z.infer<typeof Sleep>;

/** The end in this many minutes, or with the set that is on air. */
export type SleepChoice = { minutes: number } | "set";

/** The source that is playing: `room` identifies it among all stages and profiles. */
interface Heard {
  room: string;
  onAir: OnAirView;
}

/** Null where there is no set with an end. `aheadMs`: how far this clock is ahead of the sound at the ear. */
export function startSleep(
  choice: SleepChoice,
  heard: Heard | null,
  now: number,
  aheadMs: number,
): Sleep | null {
  if (choice !== "set") return { endsAt: now + choice.minutes * 60_000, set: null };
  if (heard === null) return null;
  const { currentSet, endTime } = heard.onAir;
  if (currentSet === null || endTime === null) return null;
  return { endsAt: endTime + aheadMs, set: currentSet.id, room: heard.room };
}

/** The timer after the listener chooses a room: the end of a set applies only to its room. */
export function keepSleep(sleep: Sleep | null, room: string): Sleep | null {
  return sleep?.set != null && sleep.room !== room ? null : sleep;
}

/** The same timer with the set's end as known now: sets are moved, and the listener's delay grows. */
export function followSet(sleep: Sleep, onAir: OnAirView, now: number, aheadMs: number): Sleep {
  if (sleep.set === null) return sleep;
  // Another performance is heard: the set ended early, and so does the sound.
  if (onAir.currentSet !== null && onAir.currentSet.id !== sleep.set) {
    return { ...sleep, endsAt: Math.min(sleep.endsAt, now + playerLimits.sleep.fadeMs / 4) };
  }
  if (onAir.currentSet === null || onAir.endTime === null) return sleep;
  return { ...sleep, endsAt: onAir.endTime + aheadMs };
}

/** 1 until the last 20 s, then down to 0: squared, because of how loudness is perceived. */
export function sleepGain({ endsAt }: Sleep, now: number): number {
  const left = Math.min(1, Math.max(0, (endsAt - now) / playerLimits.sleep.fadeMs));
  return left * left;
}
