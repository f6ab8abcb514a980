/**
 * So often the server is asked for a sign of life while the network is away: the sound is to be back within a second
 * of the network. What is asked for is cheap (the headers of a file that the edge answers by itself), and nothing
 * leaves the machine while there is no network.
 */
const askEveryMs = 400;
/** After this long, seldom enough to spare a battery. */
const eagerMs = 600_000;
const askSeldomMs = 3_000;
/** An answer that takes longer than this is none: the network swallows what is sent. */
const answerMs = 3_000;

/**
 * Tells apart, after a connection was lost, a server that has cut it from a network that has gone away, and notices
 * when the network is back: browsers say so only where a cable was pulled, not where a tunnel was left. `ask` resolves
 * with any answer of the server, whatever it is.
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

  /** The server was asked, gave no answer, and has given none since. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** A connection was lost. Ends by itself when the network answers; says so only if it did not at first. */
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

  /** The connection is there again, or not wanted any more. */
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
        // What was asked while the network was away, and is answered now, says the same.
        const wasAway = this.#isAway || performance.now() - askedAt > askEveryMs;
        this.end();
        if (wasAway) this.#onBack();
      },
      () => {
        // What is still being asked when it ends fails with it.
        if (!stop.signal.aborted) this.#isAway = true;
      },
    );
  }
}
