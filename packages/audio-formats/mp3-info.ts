/**
 * Writes the frame that tells players how long an MP3 file is and where its moments are, by the "Xing" header that they
 * all read. Without it they guess from the first bit rate, wrong where an encoder varies it or another one followed.
 */
import { concat, uint32 } from "./bytes.ts";
import { type Mp3Header, readMp3Header } from "./mp3-header.ts";

/** Bytes between the header of a frame and this one's data: for MPEG-1, then MPEG-2 and -2.5; stereo, then mono. */
const sideInfoBytes = [
  [32, 17],
  [17, 9],
] as const;
const hasFrames = 1;
const hasBytes = 2;
const hasPlaces = 4;
const places = 100;
/** The name, what follows, the number of frames and of bytes, and the places. */
const infoBytes = 4 + 4 + 4 + 4 + places;
/** The last bit rate of the table in a header's third byte. */
const lastRate = 14;

export interface Mp3Sound {
  /** The first four bytes of its first frame. */
  header: readonly number[];
  durationMs: number;
  /** All of its frames. */
  bytes: number;
  /** Returns how many of them there are before this part of the sound (0 to 1). */
  bytesBefore: (part: number) => number;
}

/** Returns the frame that stands before the first one. Throws where `header` is none of MP3. */
export function writeMp3Info({ header, durationMs, bytes, bytesBefore }: Mp3Sound): Uint8Array {
  const format = readMp3Header(Uint8Array.from(header));
  if (format === null) throw new Error("not a header of MP3");
  const [, second] = format.bytes;
  const sideInfo = sideInfoBytes[(second >> 3) & 1 ? 0 : 1][format.channels === 1 ? 1 : 0];
  const start = smallestFrame(format, 4 + sideInfo + infoBytes);
  const frame = new Uint8Array(start.length);
  frame.set(start.bytes);
  const size = bytes + frame.byteLength;
  const frames = Math.round((durationMs * format.sampleRate) / 1_000 / format.samples);
  frame.set(
    concat([
      new TextEncoder().encode("Xing"),
      uint32(hasFrames | hasBytes | hasPlaces),
      uint32(frames),
      uint32(size),
      Uint8Array.from({ length: places }, (_, n) =>
        Math.min(255, Math.floor((256 * (frame.byteLength + bytesBefore(n / places))) / size)),
      ),
    ]),
    4 + sideInfo,
  );
  return frame;
}

/** The same format with the lowest bit rate whose frames have room for this many bytes. */
function smallestFrame({ bytes: [sync, second, third, fourth] }: Mp3Header, atLeast: number): Mp3Header {
  for (let rate = 1; rate <= lastRate; rate++) {
    const candidate = readMp3Header(Uint8Array.of(sync, second, (rate << 4) | (third & 0x0c), fourth));
    if (candidate !== null && candidate.length >= atLeast) return candidate;
  }
  throw new Error("no frame of this format is long enough");
}
