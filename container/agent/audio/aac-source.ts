/** AAC from an encoder, in ADTS or in LATM (LOAS). ffmpeg's readers take one frame at a time already. */
import { checkFormat } from "./source-limits.ts";
import type { Source, SourceFormat, SourceListener } from "./source-port.ts";

export class AacSource implements Source {
  #isFormatKnown = false;
  readonly #listener: SourceListener;

  constructor(listener: SourceListener) {
    this.#listener = listener;
  }

  push(bytes: Buffer): void {
    if (!this.#isFormatKnown) {
      // The first bytes are those of a frame.
      const declared = readAdtsFormat(bytes);
      checkFormat(declared);
      const isAmbiguous = declared.sampleRate === null || declared.sampleRate <= ambiguousRate;
      this.#listener.onKind({ codec: "aac", feed: "aac", passesOpus: false });
      this.#listener.onFormat(isAmbiguous ? unknown : declared);
      this.#isFormatKnown = true;
    }
    this.#listener.onFeed(bytes);
  }

  preamble(): Buffer {
    return Buffer.alloc(0);
  }
}

/** Leaves reading the declared format to ffmpeg: LATM packs it into bits that start anywhere in a byte. */
export class LatmSource implements Source {
  readonly #listener: SourceListener;

  constructor(listener: SourceListener) {
    this.#listener = listener;
    listener.onKind({ codec: "aac", feed: "loas", passesOpus: false });
  }

  push(bytes: Buffer): void {
    this.#listener.onFeed(bytes);
  }

  preamble(): Buffer {
    return Buffer.alloc(0);
  }
}

/** The length of the ADTS frame at `offset`, if there is one. */
export function readAdtsLength(bytes: Buffer, offset: number): number | undefined {
  if (offset + 7 > bytes.length) return undefined;
  if (bytes[offset] !== 0xff || ((bytes[offset + 1] ?? 0) & 0xf6) !== 0xf0) return undefined;
  const length = (bytes.readUInt32BE(offset + 3) >> 13) & 0x1fff;
  return length > 7 ? length : undefined;
}

/** The length of the LOAS frame at `offset`, if there is one: 11 bits of sync word (0x2B7), 13 of length. */
export function readLatmLength(bytes: Buffer, offset: number): number | undefined {
  if (offset + 3 > bytes.length) return undefined;
  const bits = bytes.readUIntBE(offset, 3);
  const length = bits & 0x1fff;
  return bits >> 13 === 0x2b7 && length > 0 ? 3 + length : undefined;
}

const adtsSampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** High-efficiency AAC declares half its sample rate, and one channel where it means two. */
const ambiguousRate = 24_000;
const unknown: SourceFormat = { sampleRate: null, channels: null };

function readAdtsFormat(frame: Buffer): SourceFormat {
  const [, , c = 0, d = 0] = frame;
  const channels = ((c & 1) << 2) | (d >> 6);
  return {
    sampleRate: adtsSampleRates[(c >> 2) & 15] ?? null,
    channels: channels === 0 ? null : channels === 7 ? 8 : channels,
  };
}
