import { DurableObject } from "cloudflare:workers";
import { ulid } from "ulidx";
import { Book, type Credited, type Entry, type Head, type SendAnswer } from "#app/domains/tokens/book.ts";
import type {
  ClaimToMint,
  TipNews,
  TipOrder,
  WalletActivity,
  WalletKeysPort,
  WalletPort,
  WalletSummary,
} from "#app/domains/tokens/port.ts";
import type { Refusal } from "#app/errors.ts";
import { DueList } from "../alarms.ts";
import { Memory } from "../memory.ts";
import { Outbox, outboxDue } from "../outbox.ts";
import { SqliteBookStore } from "./book-store.ts";
import { WalletKeys } from "./keys/wallet-keys.ts";

type KeysInput<Name extends keyof WalletKeysPort> = Parameters<WalletKeysPort[Name]>[0];

/**
 * The tokens of one wallet: every entry, every refusal. The sender's wallet decides a tip, credits the performer's
 * wallet, and only then tells the room, the performer and D1: at least once each, and everyone counts once. Its id is
 * random; only D1 knows whose it is.
 */
export class Wallet extends DurableObject<Env> implements WalletPort, WalletKeysPort {
  readonly #memory: Memory;
  readonly #due: DueList;
  readonly #outbox: Outbox;
  readonly #store: SqliteBookStore;
  readonly #book: Book;
  readonly #keys: WalletKeys;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { storage } = ctx;
    this.#memory = new Memory(storage);
    this.#due = new DueList(storage);
    this.#outbox = new Outbox(storage, this.#due);
    this.#store = new SqliteBookStore(storage);
    this.#book = new Book(this.#store);
    this.#keys = new WalletKeys(storage, { env, due: this.#due, outbox: this.#outbox });
  }

  async summary(): Promise<WalletSummary> {
    const accounts = Object.fromEntries(this.#store.accounts());
    const outgoing = this.#store.counters("outgoing");
    return {
      state: this.#store.state(),
      frozenReason: this.#memory.get<string>("frozen") ?? null,
      balance: this.#book.balance(),
      outgoing: outgoing.credits - outgoing.debits,
      accounts,
      head: this.#store.head(),
    };
  }

  async tip({ id, content, amount, from, isHidden, target, device }: TipOrder): Promise<SendAnswer> {
    const now = Date.now();
    const transfer = ulid(now);
    const news: TipNews | null = target.ok
      ? { tip: transfer, amount, from, to: target.to, isHidden, place: target.place, at: now }
      : null;
    return this.#book.send({
      id,
      content,
      amount,
      transfer,
      to: target.ok ? target.wallet : target,
      authorisation: device === null ? "session" : `device:${device.id}`,
      now,
      details: JSON.stringify(news),
    });
  }

  async giveBack(order: Parameters<WalletPort["giveBack"]>[0]): Promise<SendAnswer> {
    const now = Date.now();
    const { id, tip, from, amount, authorisation } = order;
    const content = `${tip} ${amount}`;
    const transfer = ulid(now);
    return this.#book.giveBack({
      id,
      content,
      transfer,
      reverses: tip,
      to: from,
      amount,
      authorisation,
      now,
      details: "null",
    });
  }

  async receive(credited: Omit<Credited, "now"> & { news: TipNews | null }): Promise<"credited" | "closed"> {
    return this.#book.receive({ ...credited, now: Date.now() });
  }

  async mint(claims: ClaimToMint[]): Promise<{ ok: true; minted: string[]; balance: number } | Refusal> {
    const now = Date.now();
    const minted = claims.filter((claim) => this.#book.mint(claim, now)).map(({ id }) => id);
    if (minted.length < claims.length) return { ok: false, code: "wallet-frozen" };
    return { ok: true, minted, balance: this.#book.balance() };
  }

  async activity({ before, limit }: { before: number | null; limit: number }): Promise<WalletActivity[]> {
    return this.#store.entriesBefore(before, limit).map((entry) => ({ ...entry, state: "done" }));
  }

  async entries(after: number): Promise<{ head: Head; entries: Entry[] }> {
    return { head: this.#store.head(), entries: this.#store.entriesAfter(after, 5_000) };
  }

  async check(): Promise<{ wrong: string[]; summary: WalletSummary; oldestDelivery: number | null }> {
    const wrong = this.#book.check();
    if (wrong.length > 0) await this.freeze("Its counters do not agree with its entries.");
    const oldestDelivery = this.#store.deliveries()[0]?.at ?? null;
    return { wrong, summary: await this.summary(), oldestDelivery };
  }

  async freeze(reason: string): Promise<void> {
    this.#memory.set("frozen", reason);
    this.#book.setFrozen(true);
  }

  async unfreeze(): Promise<void> {
    this.#book.setFrozen(false);
  }

  async resettle(_known: Parameters<WalletPort["resettle"]>[0]): Promise<{ added: number }> {
    throw new Error("not built");
  }

  async between(_wallet: string): ReturnType<WalletPort["between"]> {
    throw new Error("not built");
  }

  async close(): Promise<void> {
    this.#book.close();
  }

  // The keys of the wallet: `keys/wallet-keys.ts`.
  keys() {
    return this.#keys.keys();
  }
  cancelKeyChange() {
    return this.#keys.cancelKeyChange();
  }
  backup() {
    return this.#keys.backup();
  }
  deleteBackup() {
    return this.#keys.deleteBackup();
  }
  endSync() {
    return this.#keys.endSync();
  }
  setKey(input: KeysInput<"setKey">) {
    return this.#keys.setKey(input);
  }
  replaceKey(input: KeysInput<"replaceKey">) {
    return this.#keys.replaceKey(input);
  }
  setOnlyDevices(input: KeysInput<"setOnlyDevices">) {
    return this.#keys.setOnlyDevices(input);
  }
  addDevice(input: KeysInput<"addDevice">) {
    return this.#keys.addDevice(input);
  }
  removeDevice(input: KeysInput<"removeDevice">) {
    return this.#keys.removeDevice(input);
  }
  storeBackup(input: KeysInput<"storeBackup">) {
    return this.#keys.storeBackup(input);
  }
  startSync(input: KeysInput<"startSync">) {
    return this.#keys.startSync(input);
  }
  fillSync(input: KeysInput<"fillSync">) {
    return this.#keys.fillSync(input);
  }
  takeSync(input: KeysInput<"takeSync">) {
    return this.#keys.takeSync(input);
  }

  override alarm(): Promise<void> {
    return this.#due.runDue(Date.now(), (name) => (this.#whenDue[name] ?? this.#keys.whenDue[name])?.());
  }

  readonly #whenDue: Record<string, () => void | Promise<void>> = {
    [outboxDue]: () => this.#outbox.drain(this.env.DB),
  };
}
