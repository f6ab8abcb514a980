import { ProgressiveEngine } from "./progressive-engine.ts";

const type = "audio/mpeg";
/** Distance behind the newest byte at the start … */
const startBehindSeconds = 0.3;
/** … played a little faster beyond this, and jumped beyond that. */
const catchUpAtSeconds = 0.7;
const jumpAtSeconds = 2;
const catchUpRate = 1.02;
const watchEveryMs = 250;
const keepSeconds = 10;

export function canStream(): boolean {
  return typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(type);
}

/** The stream through Media Source, kept near the live edge; for browsers that cannot play packets. */
export class MseEngine extends ProgressiveEngine {
  readonly name = "mse";
  readonly #source = new MediaSource();
  readonly #download = new AbortController();
  #buffer: SourceBuffer | null = null;
  #waiting: Uint8Array<ArrayBuffer>[] = [];
  #watch: ReturnType<typeof setInterval> | undefined;
  #hasStarted = false;

  protected async open(url: string): Promise<void> {
    const address = URL.createObjectURL(this.#source);
    this.audio.src = address;
    // Already played in the click: a browser may refuse it later.
    const playing = this.audio.play();
    playing.catch(() => {});
    await new Promise((resolve) => this.#source.addEventListener("sourceopen", resolve, { once: true }));
    URL.revokeObjectURL(address);
    if (this.isStopped) return;
    this.#buffer = this.#source.addSourceBuffer(type);
    this.#buffer.mode = "sequence";
    this.#buffer.addEventListener("updateend", () => this.#feed());
    this.#watch = setInterval(() => this.#holdEdge(), watchEveryMs);
    await this.#read(url);
    this.fail("The stream ended.");
  }

  protected close(): void {
    clearInterval(this.#watch);
    this.#download.abort();
  }

  async #read(url: string): Promise<void> {
    const response = await fetch(url, { signal: this.#download.signal });
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.isStopped) return;
      this.#waiting.push(value);
      this.#feed();
    }
  }

  #feed(): void {
    const buffer = this.#buffer;
    if (!buffer || buffer.updating || this.isStopped || this.#source.readyState !== "open") return;
    const old = this.audio.currentTime - keepSeconds;
    if (old > keepSeconds && buffer.buffered.length > 0 && buffer.buffered.start(0) < old - keepSeconds) {
      buffer.remove(0, old);
      return;
    }
    const next = this.#waiting.shift();
    if (next) buffer.appendBuffer(next);
    this.#holdEdge();
  }

  /** Only a missing press is final. WebKit also refuses while it is not ready; then the next look plays. */
  #onRefusal(error: unknown): void {
    if (error instanceof DOMException && error.name === "NotAllowedError") this.fail(String(error));
    else this.#hasStarted = false;
  }

  #holdEdge(): void {
    const { buffered } = this.audio;
    if (buffered.length === 0) return;
    const edge = buffered.end(buffered.length - 1);
    const behind = edge - this.audio.currentTime;
    if (!this.#hasStarted || behind > jumpAtSeconds) {
      if (edge - buffered.start(buffered.length - 1) < startBehindSeconds) return;
      this.#hasStarted = true;
      this.audio.currentTime = edge - startBehindSeconds;
      this.audio.play().catch((error: unknown) => this.#onRefusal(error));
      return;
    }
    this.audio.playbackRate = behind > catchUpAtSeconds ? catchUpRate : 1;
  }
}
