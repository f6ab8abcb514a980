import { audibleDb } from "./contract/control.ts";
import type { Level } from "./contract/quality.ts";
import type { EncoderRecord } from "./encoder-record.ts";

/**
 * Levels are reported once a second: one that arrives this soon after the first sound may be from the silence before
 * it.
 */
const levelDelayMs = 2_000;

/**
 * The part of an encoder's record that says whether it is heard. Silence is reported after some seconds of it; it and
 * the level of the last half second may be absent, which means the same as null.
 */
export type Heard = Pick<EncoderRecord, "firstAudioAt"> &
  Partial<Pick<EncoderRecord, "silentSince">> & { level?: Pick<Level, "rmsDb"> | null };

/** Whether the encoder's sound can be heard at `now` (epoch ms): it may be connected, and silent. */
export function isAudible({ firstAudioAt, silentSince, level }: Heard, now: number): boolean {
  if (firstAudioAt === null) return false;
  // A silence before the first sound ended with it, though that may not have been reported yet.
  if (silentSince != null && silentSince > firstAudioAt) return false;
  return level == null || level.rmsDb >= audibleDb || now < firstAudioAt + levelDelayMs;
}
