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
  samples: number;
  sampleRate: number;
  kilobits: number;
  isPadded: boolean;
}

/** The header at the start of these bytes; null where there is none. */
export function readMp3Header(data: Uint8Array): Mp3Header | null {
  const [sync = 0, b = 0, c = 0, d = 0] = data;
  const version = (b >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const isLayer3 = sync === 0xff && (b & 0xe0) === 0xe0 && ((b >> 1) & 3) === 1;
  const kilobits = bitrates[version === 3 ? 0 : 1][c >> 4];
  const baseRate = sampleRates[(c >> 2) & 3];
  if (!isLayer3 || version === 1 || !kilobits || baseRate === undefined) return null;
  const divisor = { 3: 1, 2: 2, 0: 4 }[version] ?? 1;
  return {
    bytes: [0xff, b | 1, c & ~2, d],
    samples: version === 3 ? 1_152 : 576,
    sampleRate: baseRate / divisor,
    kilobits,
    isPadded: (c & 2) === 2,
  };
}

/** The length of one frame, bytes. */
export function mp3FrameBytes({ samples, kilobits, sampleRate, isPadded }: Mp3Header): number {
  return Math.floor(((samples / 8) * kilobits * 1_000) / sampleRate) + (isPadded ? 1 : 0);
}

/** These whole frames one by one, and how long each plays, ms; without what is not MP3 at their end. */
export function mp3Frames(bytes: Uint8Array): { bytes: Uint8Array; durationMs: number }[] {
  const frames: { bytes: Uint8Array; durationMs: number }[] = [];
  for (let offset = 0; offset < bytes.byteLength; ) {
    const header = readMp3Header(bytes.subarray(offset, offset + 4));
    if (header === null) break;
    const end = offset + mp3FrameBytes(header);
    const durationMs = (header.samples / header.sampleRate) * 1_000;
    frames.push({ bytes: bytes.subarray(offset, end), durationMs });
    offset = end;
  }
  return frames;
}

/** How long these whole frames play, ms; what is not MP3 at their end counts as nothing. */
export const mp3DurationMs = (bytes: Uint8Array): number =>
  mp3Frames(bytes).reduce((sum, { durationMs }) => sum + durationMs, 0);
