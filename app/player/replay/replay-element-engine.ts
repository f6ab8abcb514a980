import type { EngineFigures, EngineHost, ReplayEngine } from "../engines/engine.ts";
import { Mixer } from "../engines/mixer.ts";
import { describePlatform } from "../sound-output.ts";

/** A replay's MP3 file in an audio element, which loads, buffers and seeks by itself: plays everywhere. */
export class ReplayElementEngine implements ReplayEngine {
  readonly name = "element";
  readonly isProgressive = false;
  readonly #host: EngineHost;
  readonly #audio = new Audio();
  #mixer: Mixer | null = null;
  #position: number;
  #isPaused = false;
  #isSounding = false;
  #isStopped = false;
  #underruns = 0;

  /** `position`: where it starts, ms. */
  constructor(host: EngineHost, position: number) {
    this.#host = host;
    this.#position = position;
    this.#audio.preload = "auto";
    // Safari may play an element silently once it is routed through Web Audio.
    if (host.context && !describePlatform().isSafari) {
      const source = new MediaElementAudioSourceNode(host.context, { mediaElement: this.#audio });
      this.#mixer = new Mixer(host.context, source, host.gain);
    } else {
      this.#audio.volume = host.gain;
    }
    this.#audio.addEventListener("loadedmetadata", () => this.#move());
    this.#audio.addEventListener("playing", () => this.#tell(true));
    this.#audio.addEventListener("waiting", () => this.#tell(false));
    this.#audio.addEventListener("ended", () => this.#tell(false));
    this.#audio.addEventListener("error", () => {
      this.#fail(this.#audio.error?.message || "The recording could not be played.");
    });
  }

  get tapNode(): AudioNode | null {
    return this.#mixer?.tapNode ?? null;
  }

  /** It has played up to the end. */
  get hasEnded(): boolean {
    return this.#audio.ended;
  }

  start(): void {
    const url = this.#host.url();
    if (url === null) {
      this.#fail("There is no file for an audio element.");
      return;
    }
    this.#audio.src = url;
    if (!this.#isPaused) this.#play();
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    await this.#mixer?.close();
    this.#audio.pause();
    // Without this the download continues.
    this.#audio.removeAttribute("src");
    this.#audio.load();
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (!isPaused) this.#play();
    else {
      this.#audio.pause();
      this.#isSounding = false;
    }
  }

  jumpTo(position: number): void {
    this.#position = position;
    this.#tell(false);
    this.#move();
    if (!this.#isPaused) this.#play();
  }

  setGain(gain: number): void {
    if (this.#mixer) this.#mixer.setGain(gain);
    else this.#audio.volume = gain;
  }

  figures(): EngineFigures {
    const { currentTime, seeking, readyState } = this.#audio;
    const isThere = readyState > 0 && !seeking && !this.#isStopped;
    return {
      heardAt: isThere ? currentTime * 1000 - (this.#mixer?.latencyMs() ?? 0) : null,
      bufferMs: this.#bufferMs(),
      underruns: this.#underruns,
      concealed: 0,
    };
  }

  level(): number {
    return this.#mixer?.level() ?? 0;
  }

  #move(): void {
    // Before its length is known, an element takes no position.
    if (this.#audio.readyState > 0) this.#audio.currentTime = this.#position / 1000;
  }

  #play(): void {
    this.#audio.play().catch((error: unknown) => {
      const isInterrupted = error instanceof DOMException && error.name === "AbortError";
      if (!isInterrupted) this.#fail(String(error));
    });
  }

  #bufferMs(): number {
    const { buffered, currentTime } = this.#audio;
    for (let index = 0; index < buffered.length; index++) {
      const isHere = buffered.start(index) <= currentTime && currentTime <= buffered.end(index);
      if (isHere) return (buffered.end(index) - currentTime) * 1000;
    }
    return 0;
  }

  #tell(isSounding: boolean): void {
    if (this.#isStopped || isSounding === this.#isSounding) return;
    this.#isSounding = isSounding;
    if (!isSounding && !this.#audio.seeking && !this.#audio.ended) this.#underruns += 1;
    this.#host.onEvent({ type: isSounding ? "sounding" : "starved" });
  }

  #fail(reason: string): void {
    if (!this.#isStopped) this.#host.onEvent({ type: "failed", reason });
  }
}
