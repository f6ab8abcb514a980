/** The audio thread: an AudioWorklet around `Playout`. Built as a separate file, for a strict CSP. */
import {
  type PlayoutNeed,
  type PlayoutOptions,
  type PlayoutOrder,
  type PlayoutPort,
  type SoundChunk,
  sampleRate,
} from "./chunk.ts";
import { Playout } from "./playout.ts";

// The worklet's own globals, which the DOM types do not include.
declare const currentTime: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new (options: WorkletOptions) => unknown): void;

interface WorkletOptions {
  processorOptions?: PlayoutOptions;
}

const reportEverySeconds = 0.1;

class PlayoutProcessor extends AudioWorkletProcessor {
  readonly #playout: Playout;
  readonly #saysNeed: boolean;
  #chunks: MessagePort | null = null;
  #taken = 0;
  #reportedAt = 0;
  #wasSounding = false;
  #isEnded = false;

  constructor(options: WorkletOptions) {
    super();
    this.#playout = new Playout(options.processorOptions);
    const { behindMs = 0, isReplay = false } = options.processorOptions ?? {};
    this.#saysNeed = behindMs > 0 || isReplay;
    // The chunks come directly from the decoder's thread: a busy page does not delay them.
    this.port.onmessage = ({ data }: MessageEvent<PlayoutPort | PlayoutOrder | "end">) => {
      if (data === "end") this.#isEnded = true;
      else if ("chunks" in data) this.#take(data.chunks);
      else if (data.type === "hold") this.#playout.hold(data.isHeld);
      else {
        this.#playout.jumpTo(data.jump);
        this.#sayNeed();
      }
    };
  }

  #take(chunks: MessagePort): void {
    this.#chunks = chunks;
    chunks.onmessage = ({ data }: MessageEvent<SoundChunk>) => {
      this.#taken += 1;
      this.#playout.push(data);
    };
  }

  #sayNeed(): void {
    if (!this.#saysNeed) return;
    const need: PlayoutNeed = { levelMs: this.#playout.levelMs, taken: this.#taken };
    this.#chunks?.postMessage(need);
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
      this.#sayNeed();
    }
    return !this.#isEnded;
  }
}

registerProcessor("cue-playout", PlayoutProcessor);
