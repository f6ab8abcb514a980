/** A book in memory, as an object has it: what is written is lost in a crash until it is flushed. */
import type {
  BookStore,
  Decided,
  Delivery,
  SendAnswer,
  WalletState,
} from "#app/domains/value/tokens/book.ts";
import { noHash } from "#packages/ledger/chain.ts";
import { type Account, type Counters, type Entry, type Head, isValid } from "#packages/ledger/entries.ts";

/** The object ended in the middle of a write. */
export class Crash extends Error {}

const none: Counters = { debits: 0, credits: 0 };

export class MemoryStore implements BookStore {
  /** Grows with each write and each one taken back. */
  changes = 0;
  /** Number of writes after which the object crashes; null: it does not. */
  crashAfter: number | null = null;
  #state: WalletState = "open";
  #head: Head = { size: 0, hash: noHash, at: 0 };
  #list: Entry[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #receipts = new Set<string>();
  readonly #sends: Entry[] = [];
  readonly #reversed = new Map<string, number>();
  readonly #accounts = new Map<Account, Counters>();
  readonly #decided = new Map<string, Decided<SendAnswer>>();
  readonly #deliveries = new Map<string, Delivery>();
  /** Takes back, last one first, what is not flushed. */
  readonly #undo: (() => void)[] = [];

  transaction<T>(work: () => T): T {
    const before = this.#undo.length;
    try {
      return work();
    } catch (error) {
      this.#takeBack(before);
      throw error;
    }
  }

  get isFlushed(): boolean {
    return this.#undo.length === 0;
  }

  flush(): void {
    this.#undo.length = 0;
  }

  /** Loses everything that is not flushed. */
  crash(): void {
    this.#takeBack(0);
  }

  /** `undo` takes back what someone else has noted of what is not flushed. */
  also(undo: () => void): void {
    this.#undo.push(undo);
  }

  state(): WalletState {
    return this.#state;
  }

  setState(state: WalletState): void {
    const before = this.#state;
    this.#write(() => {
      this.#state = before;
    });
    this.#state = state;
  }

  head(): Head {
    return this.#head;
  }

  counters(account: Account): Counters {
    return this.#accounts.get(account) ?? none;
  }

  accounts(): [Account, Counters][] {
    return [...this.#accounts];
  }

  eachAccount(work: (counters: Counters, account: Account) => void): void {
    this.#accounts.forEach(work);
  }

  setCounters(account: Account, counters: Counters): void {
    if (!isValid(account, counters)) throw new Error(`${account} would be out of range`);
    this.writeCounters(account, counters);
  }

  protected writeCounters(account: Account, counters: Counters): void {
    this.#put(this.#accounts, account, counters);
  }

  hasEntry(id: string): boolean {
    return this.#entries.has(id) || this.#receipts.has(id);
  }

  entry(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  append(entry: Entry): void {
    if (this.#entries.has(entry.id)) throw new Error(`${entry.id} is there already`);
    const { seq, hash, at, kind, reverses, amount } = entry;
    const before = this.#head;
    this.#write(() => {
      this.#head = before;
      this.#list.pop();
      if (kind === "send" && reverses === null) this.#sends.pop();
    });
    this.#head = { size: seq, hash, at };
    this.#list.push(entry);
    if (kind === "send" && reverses === null) this.#sends.push(entry);
    this.#put(this.#entries, entry.id, entry);
    if (reverses === null || (kind !== "send" && kind !== "return")) return;
    const sum = this.reversedOf(reverses) + (kind === "send" ? amount : -amount);
    this.#put(this.#reversed, reverses, sum);
  }

  entries(): Entry[] {
    return this.#list;
  }

  reversedOf(transfer: string): number {
    return this.#reversed.get(transfer) ?? 0;
  }

  sentSince(at: number): { count: number; amount: number } {
    let amount = 0;
    let index = this.#sends.length - 1;
    for (let send = this.#sends[index]; send !== undefined && send.at > at; send = this.#sends[index]) {
      amount += send.amount;
      index -= 1;
    }
    return { count: this.#sends.length - 1 - index, amount };
  }

  decided(id: string): Decided<SendAnswer> | undefined {
    return this.#decided.get(id);
  }

  decide(id: string, decided: Decided<SendAnswer>): void {
    this.#put(this.#decided, id, decided);
  }

  delivery(transfer: string): Delivery | undefined {
    return this.#deliveries.get(transfer);
  }

  deliveries(): Delivery[] {
    return [...this.#deliveries.values()];
  }

  get hasDeliveries(): boolean {
    return this.#deliveries.size > 0;
  }

  addDelivery(delivery: Delivery): void {
    this.#put(this.#deliveries, delivery.transfer, delivery);
  }

  setDeliveryStage(transfer: string, stage: Delivery["stage"]): void {
    const delivery = this.#deliveries.get(transfer);
    if (delivery !== undefined) this.#put(this.#deliveries, transfer, { ...delivery, stage });
  }

  endDelivery(transfer: string): void {
    const delivery = this.#deliveries.get(transfer);
    if (delivery === undefined) return;
    this.#write(() => this.#deliveries.set(transfer, delivery));
    this.#deliveries.delete(transfer);
  }

  erase(): void {
    const list = this.#list;
    const entries = [...this.#entries];
    const decided = [...this.#decided];
    const receipts = list.filter(({ kind }) => kind === "receive").map(({ id }) => id);
    this.#write(() => {
      this.#list = list;
      for (const [id, entry] of entries) this.#entries.set(id, entry);
      for (const [id, each] of decided) this.#decided.set(id, each);
      for (const id of receipts) this.#receipts.delete(id);
    });
    this.#list = [];
    this.#entries.clear();
    this.#decided.clear();
    for (const id of receipts) this.#receipts.add(id);
  }

  #put<K, V>(map: Map<K, V>, key: K, value: V): void {
    const before = map.get(key);
    this.#write(() => {
      if (before === undefined) map.delete(key);
      else map.set(key, before);
    });
    map.set(key, value);
  }

  #write(undo: () => void): void {
    if (this.crashAfter !== null) {
      this.crashAfter -= 1;
      if (this.crashAfter < 0) throw new Crash("a crash in the middle of a write");
    }
    this.changes += 1;
    this.#undo.push(undo);
  }

  #takeBack(length: number): void {
    this.changes += 1;
    for (let undo = this.#undo.length; undo > length; undo -= 1) this.#undo.pop()?.();
  }
}
