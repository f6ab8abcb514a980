import { Book } from "#app/domains/value/tokens/book.ts";
import { DueList } from "#packages/durable/due-list.ts";
import { Memory } from "#packages/durable/memory.ts";
import { Outbox } from "#packages/durable/outbox.ts";
import { hashEntry } from "#packages/ledger/chain.ts";
import { SqliteBookStore } from "./book-store.ts";
import { walletId } from "./memory.ts";
import { PeerTags } from "./peer-tags.ts";

/** The common base of every part of a wallet. */
export class WalletCore {
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  readonly memory: Memory;
  readonly due: DueList;
  readonly outbox: Outbox;
  readonly store: SqliteBookStore;
  readonly book: Book;
  readonly tags: PeerTags;
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState, env: Env) {
    this.#ctx = ctx;
    this.env = env;
    this.storage = ctx.storage;
    this.memory = new Memory(ctx.storage);
    this.due = new DueList(ctx.storage);
    this.outbox = new Outbox(ctx.storage, this.due);
    this.store = new SqliteBookStore(ctx.storage);
    this.tags = new PeerTags(this.memory);
    this.book = new Book(this.store, (before, entry) => hashEntry(before, this.tags.stated(entry)));
  }

  /** The id of this wallet. An alarm is not told the object's name, so whatever schedules one remembers it first. */
  get id(): string {
    const id = this.#ctx.id.name ?? this.memory.get(walletId);
    if (id === null) throw new Error("nobody has named the wallet");
    return id;
  }

  remember(): void {
    if (this.memory.get(walletId) === null) this.memory.set(walletId, this.id);
  }

  /** Stores everything that `work` writes, or nothing where it throws. */
  transaction<T>(work: () => T): T {
    return this.storage.transactionSync(work);
  }

  /** Keeps the object awake until this is done. */
  readonly waitUntil = (work: Promise<unknown>): void => this.#ctx.waitUntil(work);
}
