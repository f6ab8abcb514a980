/** The sources that the door has admitted: at most one per mount, and the rules for replacing one. */

export interface SourceSession {
  mount: string;
  connection: string;
  /** The address that it connects from. */
  address: string;
  /** Icecast has accepted it. */
  isLive: boolean;
  liveSince: number;
  lastByteAt: number;
  /** Ends it immediately, for the encoder and in Icecast. */
  end(reason: string): void;
  /** Settles when Icecast has released the mount too. */
  released: Promise<void>;
}

/** A source that has been silent for this long is replaced when its owner reconnects. */
const stalledMs = 2_000;
const releaseWithinMs = 1_500;

export class Sources {
  readonly #now: () => number;
  #byMount = new Map<string, SourceSession>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get(mount: string): SourceSession | undefined {
    return this.#byMount.get(mount);
  }

  all(): SourceSession[] {
    return [...this.#byMount.values()];
  }

  isLive(mount: string): boolean {
    return this.#byMount.get(mount)?.isLive === true;
  }

  /** Makes `session` the mount's source until it is released. */
  hold(session: SourceSession): void {
    this.#byMount.set(session.mount, session);
    void session.released.then(() => {
      if (this.#byMount.get(session.mount) === session) this.#byMount.delete(session.mount);
    });
  }

  /** Removes the previous source where it is over or dead. Returns false while the mount is busy. */
  async clear(mount: string): Promise<boolean> {
    const before = this.#byMount.get(mount);
    if (before === undefined) return true;
    if (this.#now() - before.lastByteAt > stalledMs) before.end("stalled");
    if (before.isLive) return false;
    await Promise.race([
      before.released,
      new Promise((resolve) => setTimeout(resolve, releaseWithinMs).unref()),
    ]);
    return this.#byMount.get(mount) === undefined;
  }
}
