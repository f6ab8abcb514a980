import { flvHeader, flvMp3Tag } from "./flv.ts";
import { Mp3Frames } from "./mpeg-frames.ts";
import type { Source, SourceListener } from "./source.ts";

export class Mp3Source implements Source {
  #frames = new Mp3Frames();
  #mediaMs = 0;
  readonly #listener: SourceListener;

  constructor(listener: SourceListener) {
    this.#listener = listener;
    listener.onKind({ codec: "mp3", feed: "flv", passesOpus: false });
  }

  push(bytes: Buffer): void {
    for (const frame of this.#frames.push(bytes)) {
      this.#listener.onMp3(frame);
      this.#listener.onFeed(flvMp3Tag(frame.bytes, this.#mediaMs));
      this.#mediaMs += frame.durationMs;
    }
  }

  preamble(): Buffer {
    return flvHeader();
  }
}
