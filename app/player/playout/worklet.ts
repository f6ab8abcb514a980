/** The thread that plays: an AudioWorklet around `Playout`. Built as a file of its own, for a strict CSP. */
import { type PlayoutPort, type SoundChunk, sampleRate } from "./chunk.ts";
import { Playout } from "./playout.ts";

// The worklet's own globals, which the DOM types leave out.
declare const currentTime: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new (options: WorkletOptions) => unknown): void;

interface WorkletOptions {
  processorOptions?: { spreadMs?: number };
}

const reportEverySeconds = 0.1;

class PlayoutProcessor extends AudioWorkletProcessor {
  readonly #playout: Playout;
  #reportedAt = 0;
  #wasSounding = false;
  #isEnded = false;

  constructor(options: WorkletOptions) {
    super();
    this.#playout = new Playout(options.processorOptions?.spreadMs);
    // The chunks come straight from the decoder's thread: the page may be busy for as long as it likes.
    this.port.onmessage = ({ data }: MessageEvent<PlayoutPort | "end">) => {
      if (data === "end") {
        this.#isEnded = true;
        return;
      }
      data.chunks.onmessage = (message: MessageEvent<SoundChunk>) => this.#playout.push(message.data);
    };
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (!left || !right) return !this.#isEnded;
    this.#playout.render(left, right);
    const { isSounding } = this.#playout;
    if (isSounding !== this.#wasSounding || currentTime - this.#reportedAt >= reportEverySeconds) {
      this.#wasSounding = isSounding;
      this.#reportedAt = currentTime;
      this.port.postMessage(this.#playout.report(currentTime + left.length / sampleRate));
    }
    return !this.#isEnded;
  }
}

registerProcessor("cue-playout", PlayoutProcessor);
