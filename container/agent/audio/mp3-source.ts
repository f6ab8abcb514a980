import { flvHeader, flvMp3Tag } from "#packages/audio-formats/flv.ts";
import { type Mp3Frame, Mp3Frames } from "#packages/audio-formats/mp3-frames.ts";
import type { Source, SourceListener } from "./source-port.ts";

export class Mp3Source implements Source {
  #frames = new Mp3Frames();
  #mediaMs = 0;
  #isAnnounced = false;
  #declared: Mp3Frame | undefined;
  readonly #listener: SourceListener;

  constructor(listener: SourceListener) {
    this.#listener = listener;
  }

  push(bytes: Buffer): void {
    if (!this.#isAnnounced) this.#listener.onKind({ codec: "mp3", feed: "flv", passesOpus: false });
    this.#isAnnounced = true;
    for (const frame of this.#frames.push(bytes)) {
      this.#declare(frame);
      this.#listener.onMp3(frame);
      this.#listener.onFeed(flvMp3Tag(frame.bytes, this.#mediaMs));
      this.#mediaMs += frame.durationMs;
    }
  }

  #declare(frame: Mp3Frame): void {
    const { sampleRate, channels } = frame;
    const isKnown = this.#declared?.sampleRate === sampleRate && this.#declared.channels === channels;
    if (!isKnown) this.#listener.onFormat({ sampleRate, channels });
    this.#declared = frame;
  }

  preamble(): Uint8Array {
    return flvHeader();
  }
}
