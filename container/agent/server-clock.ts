/**
 * The server's time, as the agent knows it: a monotonic local clock plus an offset learned from the gateway's answers.
 * Changes of the host's own clock have no effect.
 */
interface Sample {
  offset: number;
  roundTripMs: number;
}

const samplesKept = 12;

export class ServerClock {
  readonly #local: () => number;
  #offset: number;
  #samples: Sample[] = [];

  /** `local` is monotonic milliseconds; `wall` the host's epoch milliseconds, used until the server has responded. */
  constructor(local: () => number = () => performance.now(), wall: () => number = Date.now) {
    this.#local = local;
    this.#offset = wall() - local();
  }

  /** Server epoch milliseconds, with fractions. */
  now(): number {
    return this.#local() + this.#offset;
  }

  /** Monotonic milliseconds, as `learn` takes them. */
  local(): number {
    return this.#local();
  }

  /** The server reported `serverNow` in answer to something sent at `sentAt`. The fastest recent answer is used. */
  learn(serverNow: number, sentAt: number): void {
    const receivedAt = this.#local();
    const roundTripMs = receivedAt - sentAt;
    this.#samples.push({ offset: serverNow + roundTripMs / 2 - receivedAt, roundTripMs });
    if (this.#samples.length > samplesKept) this.#samples.shift();
    const best = this.#samples.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a));
    this.#offset = best.offset;
  }

  /**
   * A coarse hint (an HTTP Date header), for a host whose clock is so wrong that the server refuses its signatures.
   * Returns the clock's error in ms when it was large enough to matter.
   */
  correct(serverNow: number): number | undefined {
    const error = serverNow - this.now();
    if (Math.abs(error) < 30_000) return undefined;
    this.#offset += error;
    this.#samples = [];
    return error;
  }
}
