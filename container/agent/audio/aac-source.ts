/** AAC from an encoder, in ADTS or in LATM (LOAS). ffmpeg's readers take one frame at a time already. */
import { readAdtsFormat } from "#packages/audio-formats/adts.ts";
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

  preamble(): Uint8Array {
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

  preamble(): Uint8Array {
    return Buffer.alloc(0);
  }
}

/** High-efficiency AAC declares half its sample rate, and one channel where it means two. */
const ambiguousRate = 24_000;
const unknown: SourceFormat = { sampleRate: null, channels: null };
