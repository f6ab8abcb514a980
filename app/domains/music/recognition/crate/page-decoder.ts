/** Decodes files that a worker cannot: a whole file at once, so only one at a time and none that is too long. */
import { inputRate } from "#packages/fingerprint/decimate.ts";
import { sampleRate } from "#packages/fingerprint/scale.ts";
import type { FailReason } from "./wire.ts";

/** While it decodes, the browser holds all of the sound: 20 minutes are 420 MB. */
const most = {
  phone: { bytes: 80_000_000, ms: 10 * 60_000 },
  computer: { bytes: 300_000_000, ms: 20 * 60_000 },
} as const;

export interface PageSound {
  rate: number;
  sound: Float32Array<ArrayBuffer>;
}

/** Returns one channel of 8 kHz, or of 48 kHz where the browser decodes to nothing lower. */
export async function decodeOnPage(
  file: File,
  { durationMs, isPhone }: { durationMs: number | null; isPhone: boolean },
): Promise<PageSound | FailReason> {
  const { bytes, ms } = most[isPhone ? "phone" : "computer"];
  if (file.size > bytes || (durationMs ?? 0) > ms) return "too-large";
  const context = openContext();
  try {
    return toMono(await context.decodeAudioData(await file.arrayBuffer()));
  } catch (error) {
    return error instanceof DOMException && error.name === "EncodingError" ? "format" : "unreadable";
  }
}

function openContext(): OfflineAudioContext {
  try {
    return new OfflineAudioContext(1, 1, sampleRate);
  } catch {
    return new OfflineAudioContext(1, 1, inputRate);
  }
}

function toMono(decoded: AudioBuffer): PageSound {
  const { numberOfChannels, length, sampleRate: rate } = decoded;
  const sound = new Float32Array(length);
  for (let each = 0; each < numberOfChannels; each++) {
    const channel = decoded.getChannelData(each);
    for (let at = 0; at < length; at++) sound[at]! += channel[at]! / numberOfChannels;
  }
  return { rate, sound };
}
