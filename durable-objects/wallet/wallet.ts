import { DurableObject } from "cloudflare:workers";
import { ulid } from "ulidx";
import type { SendAnswer } from "#app/domains/value/tokens/book.ts";
import type {
  ClaimToMint,
  TipNews,
  TipOrder,
  WalletActivity,
  WalletKeysPort,
  WalletPort,
  WalletSummary,
} from "#app/domains/value/tokens/port.ts";
import type { Refusal } from "#app/errors.ts";
import type { WhenDue } from "#packages/durable/due-list.ts";
import { outboxDue } from "#packages/durable/outbox.ts";
import { type Entry, type Head, receiptId } from "#packages/ledger/entries.ts";
import { Closing, closeDue } from "./closing.ts";
import { Copies, copyDue } from "./copies.ts";
import { WalletCore } from "./core.ts";
import { Delivering, deliverDue } from "./delivering.ts";
import { Freezing } from "./freezing.ts";
import { WalletKeys } from "./keys/wallet-keys.ts";
import { betweenOf, toActivity } from "./readings.ts";
import { noticesDue, TipNotices } from "./tip-notices.ts";

const maxActivity = 50;
const maxEntries = 5_000;

type KeysInput<Name extends keyof WalletKeysPort> = Parameters<WalletKeysPort[Name]>[0];

/**
 * The tokens of one wallet: every entry, every refusal. The sender's wallet decides a tip, credits the performer's
 * wallet, and only then tells the room and D1; the performer's wallet tells the performer: at least once each, and
 * everyone counts once. Its id is random; only D1 knows whose it is.
 */
export class Wallet extends DurableObject<Env> implements WalletPort, WalletKeysPort {
  readonly #core: WalletCore;
  readonly #copies: Copies;
  readonly #delivering: Delivering;
  readonly #freezing: Freezing;
  readonly #notices: TipNotices;
  readonly #closing: Closing;
  readonly #keys: WalletKeys;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const core = new WalletCore(ctx, env);
    const copies = new Copies(core);
    const notices = new TipNotices(core);
    const closing = new Closing(core, { copies, notices });
    const delivering = new Delivering({ core, ended: () => closing.deliveryEnded() });
    core.store.watch({ entry: () => copies.changed(), delivery: () => delivering.plan() });
    this.#core = core;
    this.#copies = copies;
    this.#notices = notices;
    this.#closing = closing;
    this.#delivering = delivering;
    this.#freezing = new Freezing(core, copies);
    this.#keys = new WalletKeys(ctx.storage, { env, due: core.due, outbox: core.outbox });
  }

  async summary(): Promise<WalletSummary> {
    const { store, book } = this.#core;
    const outgoing = store.counters("outgoing");
    return {
      state: store.state(),
      frozenReason: this.#freezing.reason(),
      balance: book.balance(),
      outgoing: outgoing.credits - outgoing.debits,
      accounts: Object.fromEntries(store.accounts()),
      head: store.head(),
    };
  }

  async tip(order: TipOrder): Promise<SendAnswer> {
    const { id, content, amount, from, isHidden } = order;
    const { target, authorisation } = await this.#decideTarget(order);
    const now = Date.now();
    const transfer = ulid(now);
    const news: TipNews | null = target.ok
      ? { tip: transfer, amount, from, to: target.to, isHidden, place: target.place, at: now }
      : null;
    const answer = this.#core.book.send({
      id,
      content,
      amount,
      transfer,
      to: target.ok ? target.wallet : target,
      authorisation,
      now,
      details: JSON.stringify(news),
    });
    this.#delivering.run();
    return answer;
  }

  async giveBack(order: Parameters<WalletPort["giveBack"]>[0]): Promise<SendAnswer> {
    const now = Date.now();
    const { id, tip, from, amount, authorisation } = order;
    const answer = this.#core.book.giveBack({
      id,
      content: `${tip} ${amount}`,
      transfer: ulid(now),
      reverses: tip,
      to: from,
      amount,
      authorisation,
      now,
      details: "null",
    });
    this.#delivering.run();
    return answer;
  }

  async receive({ news, ...credited }: Parameters<WalletPort["receive"]>[0]): Promise<"credited" | "closed"> {
    const { book, store } = this.#core;
    return this.#core.transaction(() => {
      const isKnown = store.hasEntry(receiptId(credited.from, credited.transfer));
      const answer = book.receive({ ...credited, now: Date.now() });
      if (answer === "credited" && !isKnown && news !== null) this.#notices.count(news);
      return answer;
    });
  }

  async mint(claims: ClaimToMint[]): Promise<{ ok: true; minted: string[]; balance: number } | Refusal> {
    const { book } = this.#core;
    const now = Date.now();
    const minted = claims.filter((claim) => book.mint(claim, now)).map(({ id }) => id);
    if (minted.length < claims.length) return { ok: false, code: "wallet-frozen" };
    return { ok: true, minted, balance: book.balance() };
  }

  async activity({ before, limit }: { before: number | null; limit: number }): Promise<WalletActivity[]> {
    const { store } = this.#core;
    const entries = store.entriesBefore(before, Math.min(limit, maxActivity));
    return entries.map((entry) => toActivity(store, entry));
  }

  async entries(after: number): Promise<{ head: Head; entries: Entry[] }> {
    const { store } = this.#core;
    return { head: store.head(), entries: store.entriesAfter(after, maxEntries) };
  }

  async statedEntries(after: number): Promise<Entry[]> {
    const { store, tags } = this.#core;
    return store.entriesAfter(after, maxEntries).map((entry) => tags.stated(entry));
  }

  async check(): Promise<{ wrong: string[]; summary: WalletSummary; oldestDelivery: number | null }> {
    const wrong = this.#freezing.check();
    const oldestDelivery = this.#core.store.deliveries()[0]?.at ?? null;
    return { wrong, summary: await this.summary(), oldestDelivery };
  }

  async freeze(reason: string): Promise<void> {
    this.#freezing.freeze(reason);
  }

  async unfreeze(): Promise<void> {
    this.#freezing.unfreeze();
  }

  async resettle(known: Parameters<WalletPort["resettle"]>[0]): ReturnType<WalletPort["resettle"]> {
    return this.#core.transaction(() => {
      if (this.#core.store.state() === "open") this.#freezing.freeze("It is being repaired.");
      this.#copies.replace();
      return this.#core.book.resettle(known, Date.now());
    });
  }

  async between(wallet: string): ReturnType<WalletPort["between"]> {
    return betweenOf(this.#core, wallet);
  }

  async close(): Promise<void> {
    await this.#keys.erase();
    await this.#closing.begin();
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
    return this.#core.due.runDue(Date.now(), { ...this.#keys.whenDue, ...this.#whenDue });
  }

  readonly #whenDue: WhenDue = {
    [outboxDue]: () => this.#core.outbox.drain(this.env.DB),
    [copyDue]: () => this.#copies.write(),
    [deliverDue]: () => this.#delivering.run(),
    [noticesDue]: () => this.#notices.tell(),
    [closeDue]: () => this.#closing.run(),
  };

  /** Returns where the tip goes, or why it may not, and who allows it. */
  async #decideTarget(order: TipOrder): Promise<{ target: TipOrder["target"]; authorisation: string }> {
    const { id, store } = this.#core;
    const { target } = order;
    const authorisation = "session";
    // A decided order gets its answer again, however old its signature is by now.
    if (!target.ok || store.decided(order.id) !== undefined) return { target, authorisation };
    if (target.wallet === id) return { target: { ok: false, code: "tip-self" }, authorisation };
    const allowed = await this.#keys.allows(order);
    return allowed.ok ? { target, authorisation: allowed.authorisation } : { target: allowed, authorisation };
  }
}
