import { playerLimits } from "./limits.ts";
import { type Sleep, sleepGain } from "./sleep.ts";

/** Half a decibel a step while it fades. */
const stepMs = 200;
/** Browsers keep a timer waiting at most a second behind a hidden page, and this one is playing. */
const restMs = 1_000;

interface Handlers {
  /** The timer as it is now, for one that follows a set. */
  renew: (sleep: Sleep, now: number) => Sleep;
  /** The factor by which it has faded, 1 to 0. */
  onGain: (gain: number) => void;
  /** Changed, over (null) or taken back (null). */
  onChange: (sleep: Sleep | null) => void;
  onOver: () => void;
}

/** Keeps the time of the sleep timer. `now`: epoch ms; a test gives its own. */
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

  /** Starts it (in place of any other), or takes it back: what had faded is loud again. */
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
