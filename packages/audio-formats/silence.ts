/** Silent sound, for players that must not be left without data: constructed, not encoded. */
import { readMp3Header, withoutPadding } from "./mp3-header.ts";

/** 20 ms of full-band stereo Opus (RFC 6716: CELT whose first bit means "silence"). */
export const silentOpusPacket: Uint8Array<ArrayBuffer> = Uint8Array.of(0xfc, 0xff, 0xfe);

/** MPEG-1, layer III, 160 kbit/s, 48 kHz, stereo: the agent's output for other codecs. */
const usualHeader = Uint8Array.of(0xff, 0xfb, 0xa4, 0x00);

/**
 * One silent MP3 frame with the rate, bit rate and channels of the frame at the start of `like`, so that a player keeps
 * its decoder and buffer; the usual format where `like` does not start with one.
 */
export function silentMp3Frame(like: Uint8Array | null): {
  bytes: Uint8Array<ArrayBuffer>;
  durationMs: number;
} {
  const padded = (like && readMp3Header(like)) ?? readMp3Header(usualHeader);
  if (padded === null) throw new Error("not a header of MP3");
  const { length, bytes: head, durationMs } = withoutPadding(padded);
  const bytes = new Uint8Array(length);
  // All zeros: no scale factors, no coefficients, nothing taken from the frames before.
  bytes.set(head);
  return { bytes, durationMs };
}
