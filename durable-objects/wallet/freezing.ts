import type { Copies } from "./copies.ts";
import type { WalletCore } from "./core.ts";
import { frozen } from "./memory.ts";

/** A wallet that takes credits and refuses debits, with the reason that its owner reads. */
export class Freezing {
  readonly #core: WalletCore;
  readonly #copies: Copies;

  constructor(core: WalletCore, copies: Copies) {
    this.#core = core;
    this.#copies = copies;
  }

  /** Null where it is not frozen. */
  reason(): string | null {
    return this.#core.memory.get(frozen)?.reason ?? null;
  }

  /** Freezes the wallet; where it is frozen already, the reason is replaced. */
  freeze(reason: string): void {
    const { book, store, memory } = this.#core;
    if (!["open", "frozen"].includes(store.state())) return;
    this.#core.transaction(() => {
      memory.set(frozen, { reason, at: Date.now() });
      book.setFrozen(true);
      this.#copies.changed();
    });
  }

  unfreeze(): void {
    this.#core.transaction(() => {
      this.#core.memory.set(frozen, null);
      this.#core.book.setFrozen(false);
      this.#copies.changed();
    });
  }

  /** Returns what does not follow from the entries, in words; freezes where there is anything. */
  check(): string[] {
    const { book, store, id } = this.#core;
    // The entries of a closed wallet are gone.
    if (store.state() === "closed") return [];
    const wrong = book.check();
    if (wrong.length === 0) return [];
    console.warn(JSON.stringify({ event: "wallet-wrong", wallet: id, wrong }));
    if (store.state() !== "frozen") this.freeze("Its counters do not agree with its entries.");
    return wrong;
  }
}
