/** Reads the headers of MP3 frames (MPEG-1, -2 and -2.5, layer III). */

/** Kilobits per second by the index in the header, for layer III: MPEG-1, then MPEG-2 and -2.5. */
const bitrates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

export interface Mp3Header {
  /** Its four bytes, without a checksum and without padding. */
  bytes: readonly [number, number, number, number];
  /** Number of samples of one channel in the frame. */
  samples: number;
  /** Hz. */
  sampleRate: number;
  channels: 1 | 2;
  /** Length of the whole frame, with its header: bytes. */
  length: number;
  durationMs: number;
}

/** Returns the header at `at`, of which the fourth byte may still be missing; null where there is none. */
export function readMp3Header(data: Uint8Array, at = 0): Mp3Header | null {
  if (data[at] !== 0xff) return null;
  const [b = 0, c = 0, d = 0] = [data[at + 1], data[at + 2], data[at + 3]];
  const version = (b >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const isLayer3 = (b & 0xe0) === 0xe0 && ((b >> 1) & 3) === 1;
  const kilobits = bitrates[version === 3 ? 0 : 1][c >> 4];
  const baseRate = sampleRates[(c >> 2) & 3];
  if (!isLayer3 || version === 1 || !kilobits || baseRate === undefined) return null;
  const sampleRate = baseRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version === 3 ? 1_152 : 576;
  const padding = (c >> 1) & 1;
  return {
    bytes: [0xff, b | 1, c & ~2, d],
    samples,
    sampleRate,
    channels: d >> 6 === 3 ? 1 : 2,
    length: unpaddedLength(samples, kilobits, sampleRate) + padding,
    durationMs: (samples / sampleRate) * 1_000,
  };
}

const unpaddedLength = (samples: number, kilobits: number, sampleRate: number) =>
  Math.floor(((samples / 8) * kilobits * 1_000) / sampleRate);

/** Returns the header of the same format in a frame without padding. */
export function withoutPadding({ bytes }: Mp3Header): Mp3Header {
  const header = readMp3Header(Uint8Array.from(bytes));
  if (header === null) throw new Error("not a header of MP3");
  return header;
}
