import { levelOf } from "../level.ts";

/** Long enough to avoid a click. */
const fadeSeconds = 0.012;
const fadedMs = 50;
/** Firefox stops a page for good that asks for the output's latency while its sound card starts. */
const startSeconds = 4;

/** The end of every Web Audio engine: source → gain → output, with the meter before the gain, as on a mixing desk. */
export class Mixer {
  readonly tapNode: GainNode;
  readonly #context: AudioContext;
  readonly #analyser: AnalyserNode;
  readonly #samples = new Float32Array(256);

  constructor(context: AudioContext, source: AudioNode, gain: number) {
    this.#context = context;
    this.tapNode = new GainNode(context, { gain });
    this.#analyser = new AnalyserNode(context, { fftSize: 256 });
    source.connect(this.#analyser);
    source.connect(this.tapNode);
    this.tapNode.connect(context.destination);
  }

  setGain(gain: number): void {
    this.tapNode.gain.setTargetAtTime(gain, this.#context.currentTime, fadeSeconds);
  }

  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    return levelOf(this.#samples);
  }

  /** The known part of the time between a sample's rendering and the ear, ms. */
  latencyMs(): number {
    const context = this.#context;
    // Firefox and Chromium measure up to the speaker; Safari knows only its own part.
    const measured = context.currentTime < startSeconds ? 0 : context.outputLatency;
    return (measured || context.baseLatency || 0) * 1000;
  }

  /** Fades out, then releases everything. */
  async close(): Promise<void> {
    this.setGain(0);
    await new Promise((resolve) => setTimeout(resolve, fadedMs));
    this.tapNode.disconnect();
    this.#analyser.disconnect();
  }
}
