/** The sources that the door has admitted: at most one per mount, and the rules for replacing one. */
import type { SourceSession } from "./source-session.ts";

interface Held {
  session: SourceSession;
  stop: (reason: string) => void;
}

/** A source that has been silent for this long is replaced when its owner reconnects. */
const stalledMs = 2_000;
const releaseWithinMs = 1_500;

export class Sources {
  readonly #now: () => number;
  readonly #byMount = new Map<string, Held>();

  constructor(now: () => number) {
    this.#now = now;
  }

  has(mount: string): boolean {
    return this.#byMount.has(mount);
  }

  all(): SourceSession[] {
    return [...this.#byMount.values()].map(({ session }) => session);
  }

  /** Starts `session`, which is then the mount's source until it is released. */
  begin(session: SourceSession): void {
    const { mount } = session;
    const held = { session, stop: session.start() };
    this.#byMount.set(mount, held);
    void session.released.then(() => {
      if (this.#byMount.get(mount) === held) this.#byMount.delete(mount);
    });
  }

  /** The reason is for the log. */
  end(mount: string, reason: string): void {
    this.#byMount.get(mount)?.stop(reason);
  }

  endAll(reason: string): void {
    for (const { stop } of this.#byMount.values()) stop(reason);
  }

  /** Removes the previous source where it is over or dead. Returns false while the mount is busy. */
  async clear(mount: string): Promise<boolean> {
    const before = this.#byMount.get(mount);
    if (before === undefined) return true;
    const { session, stop } = before;
    if (this.#now() - session.lastByteAt > stalledMs) stop("stalled");
    if (session.isLive) return false;
    await Promise.race([
      session.released,
      new Promise((resolve) => setTimeout(resolve, releaseWithinMs).unref()),
    ]);
    return !this.#byMount.has(mount);
  }
}
