import type { Copies } from "./copies.ts";
import type { WalletCore } from "./core.ts";
import { closedAt, frozen } from "./memory.ts";
import type { TipNotices } from "./tip-notices.ts";

/** The name of this task in the object's due list: its alarm calls `run` for it. */
export const closeDue = "close";

const lookAgainMs = 30_000;

interface ClosingDeps {
  copies: Copies;
  notices: TipNotices;
}

/**
 * The end of a wallet whose account was deleted: what is under way is delivered, the rest is destroyed, and everything
 * goes but the state and the counters. The object stays closed for ever: an empty one would take credits again.
 */
export class Closing {
  readonly #core: WalletCore;
  readonly #deps: ClosingDeps;

  constructor(core: WalletCore, deps: ClosingDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /** Throws while D1 is unavailable: whoever deletes the account has to know that its copy has nothing of them left. */
  async begin(): Promise<void> {
    const { book, due } = this.#core;
    this.#core.transaction(() => {
      book.close();
      this.#deps.copies.changed();
      void due.scheduleBy(closeDue, Date.now() + lookAgainMs);
    });
    await this.run();
    await this.#deps.copies.write();
  }

  /** A delivery is over: it may have been the last one. */
  deliveryEnded(): void {
    if (this.#core.store.state() === "closing") void this.#core.due.scheduleBy(closeDue, Date.now());
  }

  async run(): Promise<void> {
    const { store, due } = this.#core;
    if (store.state() === "closing" && !this.#finish())
      return due.schedule(closeDue, Date.now() + lookAgainMs);
    const next = store.forgetReceipts(Date.now());
    if (next !== null) await due.schedule(closeDue, next);
  }

  /** False while a delivery is under way. */
  #finish(): boolean {
    const { book, memory } = this.#core;
    const now = Date.now();
    return this.#core.transaction(() => {
      if (!book.retire(now)) return false;
      book.erase(now);
      this.#core.tags.erase();
      memory.set(frozen, null);
      memory.set(closedAt, now);
      this.#deps.notices.erase();
      this.#deps.copies.changed();
      return true;
    });
  }
}
