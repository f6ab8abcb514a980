/** Frames of MP3 files, for the browser's decoder, which takes one at a time. */

export interface Mp3Header {
  rate: number;
  channels: number;
  /** Bytes of the frame, with its header. */
  length: number;
}

const rates = [44_100, 48_000, 32_000];
const bitrates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Returns the header of the Layer III frame that starts here; null where none does. */
export function readMp3Header(bytes: Uint8Array, at: number): Mp3Header | null {
  const [a, b, c, d] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  if (a !== 0xff || b === undefined || c === undefined || d === undefined) return null;
  if ((b & 0xe0) !== 0xe0 || (b & 0x06) !== 0x02) return null;
  const version = (b >> 3) & 3;
  const base = rates[(c >> 2) & 3];
  const kbps = (version === 3 ? bitrates1 : bitrates2)[c >> 4];
  if (version === 1 || base === undefined || kbps === undefined || kbps === 0) return null;
  const rate = version === 3 ? base : version === 2 ? base / 2 : base / 4;
  const samples = version === 3 ? 144_000 : 72_000;
  return {
    rate,
    channels: d >> 6 === 3 ? 1 : 2,
    length: Math.floor((samples * kbps) / rate) + ((c >> 1) & 1),
  };
}

/** Bytes of an ID3v2 tag at the beginning; 0 without one. */
export function id3Length(bytes: Uint8Array): number {
  if (bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 127), 0);
  return 10 + size + ((bytes[5] ?? 0) & 0x10 ? 10 : 0);
}

/** Splits bytes into frames. What is between them, such as a tag at the end, is left out. */
export class Mp3Splitter {
  #rest = new Uint8Array(0);

  /** Returns the frames that are complete, each with its header. */
  push(bytes: Uint8Array): { header: Mp3Header; frame: Uint8Array }[] {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const frames: { header: Mp3Header; frame: Uint8Array }[] = [];
    let at = 0;
    while (at + 4 <= all.length) {
      const header = readMp3Header(all, at);
      if (header === null) {
        at++;
        continue;
      }
      const end = at + header.length;
      if (end + 4 > all.length) break;
      // Two headers in a row are no accident.
      if (readMp3Header(all, end) === null && !isTag(all, end)) {
        at++;
        continue;
      }
      frames.push({ header, frame: all.subarray(at, end) });
      at = end;
    }
    this.#rest = all.slice(at);
    return frames;
  }
}

const isTag = (bytes: Uint8Array, at: number) =>
  ["TAG", "APE", "LYR", "ID3"].includes(String.fromCharCode(...bytes.subarray(at, at + 3)));
