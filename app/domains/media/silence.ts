/** Silent sound, for players that must not be left without data: constructed, not encoded. */

/** 20 ms of full-band stereo Opus (RFC 6716: CELT whose first bit means "silence"). */
export const silentOpusPacket: Uint8Array<ArrayBuffer> = Uint8Array.of(0xfc, 0xff, 0xfe);

/** Kilobits per second by the index in the header, for layer III: MPEG-1, then MPEG-2 and -2.5. */
const bitrates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

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
  const format = (like && readFormat(like)) ?? readFormat(usualHeader);
  if (format === null) throw new Error("not a header of MP3");
  const { header, samples, sampleRate, kilobits } = format;
  const bytes = new Uint8Array(Math.floor(((samples / 8) * kilobits * 1_000) / sampleRate));
  // All zeros: no scale factors, no coefficients, nothing taken from the frames before.
  bytes.set(header);
  return { bytes, durationMs: (samples / sampleRate) * 1_000 };
}

function readFormat(bytes: Uint8Array) {
  const [sync = 0, b = 0, c = 0, d = 0] = bytes;
  const version = (b >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const isLayer3 = sync === 0xff && (b & 0xe0) === 0xe0 && ((b >> 1) & 3) === 1;
  const kilobits = bitrates[version === 3 ? 0 : 1][c >> 4];
  const baseRate = sampleRates[(c >> 2) & 3];
  if (!isLayer3 || version === 1 || !kilobits || baseRate === undefined) return null;
  const divisor = { 3: 1, 2: 2, 0: 4 }[version] ?? 1;
  return {
    // Without a checksum and without padding.
    header: [0xff, b | 1, c & ~2, d],
    samples: version === 3 ? 1_152 : 576,
    sampleRate: baseRate / divisor,
    kilobits,
  };
}
