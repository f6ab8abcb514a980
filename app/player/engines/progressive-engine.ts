import { describePlatform } from "../sound-output.ts";
import type { Engine, EngineFigures, EngineHost } from "./engine.ts";
import { Mixer } from "./mixer.ts";

/**
 * The common part of the two engines on an audio element: the element, its events, its connection to Web Audio where
 * that works. A subclass loads the sound into the element.
 */
export abstract class ProgressiveEngine implements Engine {
  abstract readonly name: "mse" | "element";
  readonly isProgressive = true;
  protected readonly host: EngineHost;
  protected readonly audio = new Audio();
  protected isStopped = false;
  #mixer: Mixer | null = null;
  #isSounding = false;
  #underruns = 0;

  constructor(host: EngineHost) {
    this.host = host;
    this.audio.preload = "none";
    // Safari plays a live stream silently once it is routed through Web Audio.
    if (host.context && !describePlatform().isSafari) {
      const source = new MediaElementAudioSourceNode(host.context, { mediaElement: this.audio });
      this.#mixer = new Mixer(host.context, source, host.gain);
    } else {
      this.audio.volume = host.gain;
    }
    this.audio.addEventListener("playing", () => this.#tell(true));
    this.audio.addEventListener("waiting", () => this.#tell(false));
    this.audio.addEventListener("stalled", () => {
      // Also fired while enough is buffered; only an empty buffer matters.
      if (this.bufferMs() < 100) this.#tell(false);
    });
    this.audio.addEventListener("ended", () => this.fail("The stream ended."));
    this.audio.addEventListener("error", () => {
      this.fail(this.audio.error?.message || "The stream could not be played.");
    });
  }

  get tapNode(): AudioNode | null {
    return this.#mixer?.tapNode ?? null;
  }

  /** Loads the sound of `url` into the element and plays it. */
  protected abstract open(url: string): Promise<void>;
  protected abstract close(): void;

  start(): void {
    const url = this.host.url();
    if (url === null) {
      this.fail("No stream is on air.");
      return;
    }
    // Old caches return the start of a live stream.
    const fresh = new URL(url, location.href);
    fresh.searchParams.set("t", String(Date.now()));
    this.open(fresh.href).catch((error: unknown) => this.fail(String(error)));
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    await this.#mixer?.close();
    this.close();
    this.audio.pause();
    // Without this the download continues.
    this.audio.removeAttribute("src");
    this.audio.load();
  }

  setGain(gain: number): void {
    if (this.#mixer) this.#mixer.setGain(gain);
    else this.audio.volume = gain;
  }

  figures(): EngineFigures {
    const bufferMs = this.bufferMs();
    const latencyMs = this.#mixer?.latencyMs() ?? 0;
    return {
      // A byte stream has no timestamps: what has been received is treated as live.
      heardAt: this.#isSounding ? this.host.sound.serverNow() - bufferMs - latencyMs : null,
      bufferMs,
      underruns: this.#underruns,
      concealed: 0,
    };
  }

  level(): number {
    return this.#mixer?.level() ?? 0;
  }

  protected bufferMs(): number {
    const { buffered, currentTime } = this.audio;
    if (buffered.length === 0) return 0;
    return Math.max(0, (buffered.end(buffered.length - 1) - currentTime) * 1000);
  }

  protected fail(reason: string): void {
    if (!this.isStopped) this.host.onEvent({ type: "failed", reason });
  }

  #tell(isSounding: boolean): void {
    if (this.isStopped || isSounding === this.#isSounding) return;
    this.#isSounding = isSounding;
    if (!isSounding) this.#underruns += 1;
    this.host.onEvent({ type: isSounding ? "sounding" : "starved" });
  }
}
