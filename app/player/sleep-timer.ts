import { playerLimits } from "./limits.ts";
import { type Sleep, sleepGain } from "./sleep.ts";

/** Half a decibel per step while it fades. */
const stepMs = 200;
/** Browsers delay a timer by at most a second in a hidden page that plays sound. */
const restMs = 1_000;

interface Handlers {
  /** The present timer, for one that follows a set. */
  renew: (sleep: Sleep, now: number) => Sleep;
  /** The factor by which it has faded, 1 to 0. */
  onGain: (gain: number) => void;
  /** Changed, over (null) or cancelled (null). */
  onChange: (sleep: Sleep | null) => void;
  onOver: () => void;
}

/** Runs the sleep timer. `now`: epoch ms; a test passes its own. */
export class SleepTimer {
  readonly #handlers: Handlers;
  readonly #now: () => number;
  #sleep: Sleep | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gain = 1;

  constructor(handlers: Handlers, now: () => number = Date.now) {
    this.#handlers = handlers;
    this.#now = now;
  }

  get gain(): number {
    return this.#gain;
  }

  /** Starts it (replacing any other), or cancels it: a faded sound is loud again. */
  set(sleep: Sleep | null): void {
    clearTimeout(this.#timer);
    this.#sleep = sleep;
    this.#fade(1);
    this.#handlers.onChange(sleep);
    if (sleep !== null) this.#step();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #step(): void {
    if (this.#sleep === null) return;
    const now = this.#now();
    const sleep = this.#handlers.renew(this.#sleep, now);
    if (sleep.endsAt !== this.#sleep.endsAt) this.#handlers.onChange(sleep);
    this.#sleep = sleep;
    const leftMs = sleep.endsAt - now;
    if (leftMs <= 0) {
      this.#handlers.onOver();
      this.set(null);
      return;
    }
    this.#fade(sleepGain(sleep, now));
    const isFading = leftMs < playerLimits.sleep.fadeMs + restMs;
    this.#timer = setTimeout(() => this.#step(), isFading ? Math.min(stepMs, leftMs) : restMs);
  }

  #fade(gain: number): void {
    if (gain === this.#gain) return;
    this.#gain = gain;
    this.#handlers.onGain(gain);
  }
}
