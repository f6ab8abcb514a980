import { recordWallet, type WalletCopy } from "#app/domains/value/tokens/queries/wallets.ts";
import { openDb } from "#db/client.ts";
import { sumsOf } from "#packages/ledger/entries.ts";
import type { WalletCore } from "./core.ts";
import { closedAt, frozen, isSetBack } from "./memory.ts";

/** The name of this task in the object's due list: its alarm calls `write` for it. */
export const copyDue = "copy";

/** Everything that changes within this time reaches D1 as one copy. */
const gatherMs = 1_000;

/**
 * D1's copy of the counters and the state. Not in the outbox: what has changed is only marked, so that nothing piles up
 * while D1 is away, and the newest state is what it gets.
 */
export class Copies {
  readonly #core: WalletCore;

  constructor(core: WalletCore) {
    this.#core = core;
  }

  /** Plans a copy; called in the transaction that changes something. */
  changed(): void {
    this.#core.remember();
    void this.#core.due.scheduleBy(copyDue, Date.now() + gatherMs);
  }

  /** D1 has a newer state of this wallet, which was set back: the next copy replaces it. */
  replace(): void {
    this.#core.memory.set(isSetBack, true);
    this.changed();
  }

  /** Throws while D1 is unavailable. */
  async write(): Promise<void> {
    const { env, memory } = this.#core;
    const wasSetBack = memory.get(isSetBack);
    const copy = this.#copy();
    await recordWallet(openDb(env.DB), copy, wasSetBack);
    if (wasSetBack && this.#core.store.head().hash === copy.head) memory.set(isSetBack, false);
  }

  #copy(): WalletCopy {
    const { id, store, memory } = this.#core;
    const { size, hash, at } = store.head();
    const isFrozen = store.state() === "frozen";
    const why = memory.get(frozen);
    return {
      id,
      ...sumsOf(Object.fromEntries(store.accounts())),
      size,
      head: hash,
      changedAt: size === 0 ? null : at,
      frozenAt: isFrozen ? (why?.at ?? at) : null,
      frozenReason: isFrozen ? (why?.reason ?? null) : null,
      closedAt: memory.get(closedAt),
    };
  }
}
