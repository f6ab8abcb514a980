/** Cuts a byte stream into MP3 frames (MPEG-1, -2 and -2.5, layer III); skips tags and damaged bytes. */
export interface Mp3Frame {
  bytes: Buffer;
  durationMs: number;
  sampleRate: number;
  channels: 1 | 2;
}

const bitrates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates = [44_100, 48_000, 32_000];

interface FrameHeader extends Omit<Mp3Frame, "bytes"> {
  length: number;
}

/** The MP3 frame header at `offset`, if there is a valid one. */
export function readMp3Header(bytes: Buffer, offset: number): FrameHeader | undefined {
  const b = bytes[offset + 1] ?? 0;
  const c = bytes[offset + 2] ?? 0;
  if (bytes[offset] !== 0xff || (b & 0xe0) !== 0xe0) return undefined;
  const version = (b >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const layer = (b >> 1) & 3; // 1: layer III
  const baseRate = sampleRates[(c >> 2) & 3];
  const kilobits = (version === 3 ? bitrates1 : bitrates2)[c >> 4];
  if (version === 1 || layer !== 1 || baseRate === undefined || !kilobits) return undefined;
  const sampleRate = version === 3 ? baseRate : version === 2 ? baseRate / 2 : baseRate / 4;
  const samples = version === 3 ? 1_152 : 576;
  const length = Math.floor(((samples / 8) * kilobits * 1_000) / sampleRate) + ((c >> 1) & 1);
  const isMono = (bytes[offset + 3] ?? 0) >> 6 === 3;
  return { length, durationMs: (samples / sampleRate) * 1_000, sampleRate, channels: isMono ? 1 : 2 };
}

export class Mp3Frames {
  #pending: Buffer = Buffer.alloc(0);
  #isInStep = false;

  push(bytes: Buffer): Mp3Frame[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const frames: Mp3Frame[] = [];
    let offset = 0;
    while (offset + 4 <= this.#pending.length) {
      const header = readMp3Header(this.#pending, offset);
      if (header === undefined) {
        this.#isInStep = false;
        const next = this.#pending.indexOf(0xff, offset + 1);
        offset = next < 0 ? this.#pending.length : next;
        continue;
      }
      const end = offset + header.length;
      // Out of sync, bytes that look like a header count as one only when a second header follows where it should.
      if (!this.#isInStep) {
        if (end + 3 > this.#pending.length) break;
        if (readMp3Header(this.#pending, end) === undefined) {
          offset++;
          continue;
        }
        this.#isInStep = true;
      }
      if (end > this.#pending.length) break;
      const { durationMs, sampleRate, channels } = header;
      frames.push({ bytes: this.#pending.subarray(offset, end), durationMs, sampleRate, channels });
      offset = end;
    }
    this.#pending = this.#pending.subarray(offset);
    return frames;
  }
}
