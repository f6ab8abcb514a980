import type { Memory } from "#packages/durable/memory.ts";
import { hashLines } from "#packages/ledger/chain.ts";
import type { UnchainedEntry } from "#packages/ledger/entries.ts";
import { peerSalt } from "./memory.ts";

/**
 * The names that other wallets have in this one's chain and statements: another one in each transfer. A performer who
 * compares the entries of their statement does not learn that a hidden tip and a named one are of the same person.
 */
export class PeerTags {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The entry as its hash covers it. */
  stated<Fields extends UnchainedEntry>(entry: Fields): Fields {
    const { peer, reference, kind, id } = entry;
    if (peer === null) return entry;
    const tag = hashLines([this.#salt(), peer, reference]).slice(0, 32);
    return { ...entry, peer: tag, id: kind === "receive" ? `receive/${tag}/${reference}` : id };
  }

  /** The entries of a closed wallet are gone. */
  erase(): void {
    this.#memory.set(peerSalt, null);
  }

  #salt(): string {
    const known = this.#memory.get(peerSalt);
    if (known !== null) return known;
    const salt = crypto.randomUUID();
    this.#memory.set(peerSalt, salt);
    return salt;
  }
}
