import { audibleDb } from "./contract/control.ts";

/**
 * Levels are reported once a second: one that arrives this soon after the first sound may be from the silence before
 * it.
 */
const levelDelayMs = 2_000;

interface Heard {
  /** When the present connection was first audible, epoch ms; null while it has not been. */
  firstAudioAt: number | null;
  /**
   * Since when it has been silent, epoch ms, reported after some seconds of silence; absent or null while it is not.
   */
  silentSince?: number | null;
  /** Level of the last half second; absent or null where it is not known. */
  level?: { rmsDb: number } | null;
}

/** Whether the encoder's sound can be heard at `now` (epoch ms): it may be connected, and silent. */
export function isAudible({ firstAudioAt, silentSince, level }: Heard, now: number): boolean {
  if (firstAudioAt === null) return false;
  // A silence before the first sound ended with it, though that may not have been reported yet.
  if (silentSince != null && silentSince > firstAudioAt) return false;
  return level == null || level.rmsDb >= audibleDb || now < firstAudioAt + levelDelayMs;
}
