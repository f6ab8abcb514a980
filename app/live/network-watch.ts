/**
 * Interval at which the server is requested while the network is down: the sound must return within a second of the
 * network. The request is cheap (the headers of a file that the edge serves), and nothing leaves the machine while
 * there is no network.
 */
const askEveryMs = 400;
/** Time after which the requests are rare enough to spare a battery. */
const eagerMs = 600_000;
const askSeldomMs = 3_000;
/** A response that takes longer counts as none: the network drops packets. */
const answerMs = 3_000;

/**
 * Distinguishes, after a lost connection, a server that closed it from a network that is down, and detects when the
 * network returns: browsers report that only for an unplugged cable, not for a tunnel. `ask` resolves with any response
 * of the server, whatever it is.
 */
export class NetworkWatch {
  readonly #ask: (signal: AbortSignal) => Promise<unknown>;
  readonly #onBack: () => void;
  #stop: AbortController | null = null;
  #isAway = false;

  constructor(ask: (signal: AbortSignal) => Promise<unknown>, onBack: () => void) {
    this.#ask = ask;
    this.#onBack = onBack;
  }

  /** The server was requested, gave no response, and has given none since. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** A connection was lost. Ends when the network responds; calls back only if it did not at first. */
  begin(): void {
    if (this.#stop !== null) return;
    const stop = new AbortController();
    this.#stop = stop;
    const startedAt = performance.now();
    const askAgain = () => {
      if (stop.signal.aborted) return;
      this.#askOnce(stop);
      const everyMs = performance.now() - startedAt < eagerMs ? askEveryMs : askSeldomMs;
      setTimeout(askAgain, everyMs);
    };
    askAgain();
  }

  /** The connection is open again, or no longer wanted. */
  end(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#isAway = false;
  }

  #askOnce(stop: AbortController): void {
    const askedAt = performance.now();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(answerMs)]);
    this.#ask(signal).then(
      () => {
        if (stop.signal.aborted) return;
        // A request that was made while the network was down, and gets a response now, shows the same.
        const wasAway = this.#isAway || performance.now() - askedAt > askEveryMs;
        this.end();
        if (wasAway) this.#onBack();
      },
      () => {
        // A request in progress at the end fails because of it.
        if (!stop.signal.aborted) this.#isAway = true;
      },
    );
  }
}
