/**
 * The double-entry book of one wallet, over a small store: used by the wallet object and by the simulator that proves
 * it. An entry debits one account and credits one, never changes, and has one id for ever; an account is two growing
 * counters, not a balance. Every method is one transaction. No clock, no randomness, no I/O.
 */
import type { Refusal } from "#app/errors.ts";
import { hashEntry, noHash } from "./chain.ts";
import { type ClaimKind, tokenLimits } from "./rules.ts";

/**
 * `spendable`: what the owner has. `outgoing`: debited, not yet confirmed by the other wallet. `sent`: confirmed there.
 * `received`: came from others. `issued:<kind>`: made here. `retired`: destroyed.
 */
export type Account = "spendable" | "outgoing" | "sent" | "received" | "retired" | `issued:${ClaimKind}`;

export interface Counters {
  debits: number;
  credits: number;
}

export type EntryKind = "send" | "confirm" | "return" | "receive" | "mint" | "retire";

export interface UnchainedEntry {
  /** From 1, without gaps. */
  seq: number;
  /** `<kind>/<reference>`, for `receive` `receive/<peer>/<reference>`: an entry exists once. */
  id: string;
  kind: EntryKind;
  debit: Account;
  credit: Account;
  /** Tokens. */
  amount: number;
  /** The other wallet, or null. */
  peer: string | null;
  /** The transfer, or for `mint` the claim, or for `retire` why. */
  reference: string;
  /** The transfer that this one gives back, or null. */
  reverses: string | null;
  /** Who allowed it: `session`, `device:<id>`, `operator:<act>`, `claim`, or for what wallets do by themselves `wallet`. */
  authorisation: string;
  /** Epoch ms; never lower than that of the entry before. */
  at: number;
}

export interface Entry extends UnchainedEntry {
  /** Hex; see `chain.ts`. */
  hash: string;
}

/** `hash` after `size` entries, the last of them at `at` (0: none). */
export interface Head {
  size: number;
  hash: string;
  at: number;
}

/** A transfer that has been debited here and is not done yet. Delivered at least once. */
export interface Delivery {
  transfer: string;
  to: string;
  amount: number;
  reverses: string | null;
  at: number;
  /** `credit`: the other wallet has not confirmed it. `news`: it has; the room and the database are not told yet. */
  stage: "credit" | "news";
  /** What the sender's object needs to tell others of it, as JSON; the book does not read it. */
  details: string;
}

/** The answer that an id of the client got, for ever: `content` tells another request with the same id. */
export interface Decided<Answer> {
  content: string;
  answer: Answer;
}

export type WalletState = "open" | "frozen" | "closing" | "closed";

/** What a book needs to be stored. Nothing outside `transaction` writes. */
export interface BookStore {
  /** Stores everything that `work` writes, or nothing where it throws. */
  transaction<T>(work: () => T): T;
  state(): WalletState;
  setState(state: WalletState): void;
  head(): Head;
  /** Zero where the account has no entry. */
  counters(account: Account): Counters;
  accounts(): [Account, Counters][];
  /** Throws where a counter leaves its range, or `spendable` or `outgoing` would fall below zero. */
  setCounters(account: Account, counters: Counters): void;
  hasEntry(id: string): boolean;
  entry(id: string): Entry | undefined;
  /** Throws where an entry of this id exists. Moves the head. */
  append(entry: Entry): void;
  /** All entries by number. */
  entries(): Iterable<Entry>;
  /** How much of a received transfer has been given back: the `send` entries that reverse it, without those returned. */
  reversedOf(transfer: string): number;
  /** Sends (not those that reverse) since `at`: how many, and their tokens. */
  sentSince(at: number): { count: number; amount: number };
  decided(id: string): Decided<SendAnswer> | undefined;
  decide(id: string, decided: Decided<SendAnswer>): void;
  delivery(transfer: string): Delivery | undefined;
  deliveries(): Delivery[];
  addDelivery(delivery: Delivery): void;
  setDeliveryStage(transfer: string, stage: Delivery["stage"]): void;
  endDelivery(transfer: string): void;
}

export type SendAnswer =
  | { ok: true; transfer: string; amount: number; balance: number; at: number }
  | Refusal;

export interface SendOrder {
  /** The client's id of the request: the same id gives the same answer for ever. */
  id: string;
  /** What was asked, in one line: another content with the same id is refused. */
  content: string;
  /** The new transfer's id, used if it is accepted. */
  transfer: string;
  /** The other wallet; or why there is none, which is then the answer. */
  to: string | Refusal;
  amount: number;
  authorisation: string;
  /** Epoch ms. */
  now: number;
  details: string;
}

export interface GiveBackOrder extends Omit<SendOrder, "to"> {
  /** The transfer that is given back, and from whom it came. */
  reverses: string;
  to: string;
}

export interface Credited {
  from: string;
  transfer: string;
  amount: number;
  reverses: string | null;
  now: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;

export class Book {
  readonly #store: BookStore;

  constructor(store: BookStore) {
    this.#store = store;
  }

  /** What the owner has. */
  balance(): number {
    return this.#balanceOf("spendable");
  }

  /** A tip: the tokens are debited, and a delivery is due. */
  send(order: SendOrder): SendAnswer {
    return this.#store.transaction(() => this.#decideOnce(order, () => this.#send(order)));
  }

  /** Gives back a part of what was received, at most what is left of it. */
  giveBack(order: GiveBackOrder): SendAnswer {
    return this.#store.transaction(() => this.#decideOnce(order, () => this.#giveBack(order)));
  }

  /** Tokens from another wallet; each transfer counts once. `closed`: the wallet takes nothing any more. */
  receive({ from, transfer, amount, reverses, now }: Credited): "credited" | "closed" {
    return this.#store.transaction(() => {
      const id = receiptId(from, transfer);
      if (this.#store.hasEntry(id)) return "credited";
      const state = this.#store.state();
      if (state === "closed" || state === "closing") return "closed";
      this.#post({
        id,
        kind: "receive",
        amount,
        peer: from,
        reference: transfer,
        reverses,
        authorisation: "wallet",
        now,
      });
      return "credited";
    });
  }

  /** The other wallet has credited the transfer: what is left is to tell of it. */
  confirm(transfer: string, now: number): void {
    this.#store.transaction(() => {
      const delivery = this.#store.delivery(transfer);
      if (delivery?.stage !== "credit") return;
      this.#settle("confirm", delivery, now);
      this.#store.setDeliveryStage(transfer, "news");
    });
  }

  /** The other wallet is closed: the tokens are back. */
  return(transfer: string, now: number): void {
    this.#store.transaction(() => {
      const delivery = this.#store.delivery(transfer);
      if (delivery?.stage !== "credit") return;
      this.#settle("return", delivery, now);
      this.#store.endDelivery(transfer);
    });
  }

  /** Everyone has been told of the transfer. */
  told(transfer: string): void {
    this.#store.transaction(() => {
      if (this.#store.delivery(transfer)?.stage === "news") this.#store.endDelivery(transfer);
    });
  }

  /** New tokens, once for each claim. Returns whether the claim is (now or already) paid. */
  mint(claim: { id: string; kind: ClaimKind; amount: number }, now: number): boolean {
    return this.#store.transaction(() => {
      const id = `mint/${claim.id}`;
      if (this.#store.hasEntry(id)) return true;
      if (this.#store.state() !== "open") return false;
      this.#post({
        id,
        kind: "mint",
        amount: claim.amount,
        peer: null,
        reference: claim.id,
        reverses: null,
        authorisation: "claim",
        now,
        debit: `issued:${claim.kind}`,
      });
      return true;
    });
  }

  /** Refuses debits from now on, or no longer. Credits are taken all the same. */
  setFrozen(isFrozen: boolean): void {
    this.#store.transaction(() => {
      const state = this.#store.state();
      if (state === "open" || state === "frozen") this.#store.setState(isFrozen ? "frozen" : "open");
    });
  }

  /** Takes nothing any more, sends nothing new. `retire` follows once nothing is outgoing. */
  close(): void {
    this.#store.transaction(() => {
      if (this.#store.state() !== "closed") this.#store.setState("closing");
    });
  }

  /** Destroys what a closing wallet has left; false while a delivery is under way. */
  retire(now: number): boolean {
    return this.#store.transaction(() => {
      if (this.#store.state() === "closed") return true;
      if (this.#store.state() !== "closing" || this.#store.deliveries().length > 0) return false;
      const balance = this.balance();
      for (let left = balance, part = 1; left > 0; left -= tokenLimits.maxEntry, part += 1) {
        this.#post({
          id: `retire/${part}`,
          kind: "retire",
          amount: Math.min(left, tokenLimits.maxEntry),
          peer: null,
          reference: String(part),
          reverses: null,
          authorisation: "wallet",
          now,
        });
      }
      this.#store.setState("closed");
      return true;
    });
  }

  /**
   * What does not follow from the entries, in words: counters that are not their sums, a broken chain, a negative
   * balance. Empty: everything is in order.
   */
  check(): string[] {
    return checkEntries(this.#store.entries(), this.#store.head(), new Map(this.#store.accounts()));
  }

  #send(order: SendOrder): SendAnswer {
    const { to, amount, now } = order;
    if (typeof to !== "string") return to;
    if (this.#store.state() !== "open") return { ok: false, code: "wallet-frozen" };
    if (!isTip(amount)) return { ok: false, code: "tip-amount" };
    if (amount > this.balance()) return { ok: false, code: "tokens-short" };
    const limit = this.#tipLimit(order);
    return limit ?? this.#debit(order, to, null);
  }

  #tipLimit({ amount, authorisation, now }: SendOrder): Refusal | null {
    const minute = this.#store.sentSince(now - minuteMs);
    if (minute.count >= tokenLimits.tipsPerMinute) {
      return { ok: false, code: "tip-limit", retryAfterMs: minuteMs };
    }
    const max = authorisation.startsWith("device:") ? tokenLimits.perDayWithDevice : tokenLimits.perDay;
    if (this.#store.sentSince(now - dayMs).amount + amount <= max) return null;
    return { ok: false, code: "tip-limit", retryAfterMs: dayMs };
  }

  #giveBack(order: GiveBackOrder): SendAnswer {
    const { reverses, to, amount, now, authorisation } = order;
    const receipt = this.#store.entry(receiptId(to, reverses));
    if (receipt === undefined || receipt.reverses !== null) return { ok: false, code: "not-found" };
    const isOperators = authorisation.startsWith("operator:");
    const state = this.#store.state();
    if (state !== "open" && !(state === "frozen" && isOperators)) return { ok: false, code: "wallet-frozen" };
    if (!isOperators && now - receipt.at > tokenLimits.giveBackMs)
      return { ok: false, code: "give-back-late" };
    const left = receipt.amount - this.#store.reversedOf(reverses);
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > left)
      return { ok: false, code: "tip-amount" };
    if (amount > this.balance()) return { ok: false, code: "tokens-short" };
    return this.#debit(order, to, reverses);
  }

  #debit(order: SendOrder | GiveBackOrder, to: string, reverses: string | null): SendAnswer {
    const { transfer, amount, authorisation, now, details } = order;
    const at = this.#post({
      id: `send/${transfer}`,
      kind: "send",
      amount,
      peer: to,
      reference: transfer,
      reverses,
      authorisation,
      now,
    });
    this.#store.addDelivery({ transfer, to, amount, reverses, at, stage: "credit", details });
    return { ok: true, transfer, amount, balance: this.balance(), at };
  }

  /** The stored answer where this id was decided, otherwise the new one, which is stored. */
  #decideOnce({ id, content }: SendOrder | GiveBackOrder, decide: () => SendAnswer): SendAnswer {
    const known = this.#store.decided(id);
    if (known !== undefined) {
      return known.content === content ? known.answer : { ok: false, code: "key-reused" };
    }
    const answer = decide();
    this.#store.decide(id, { content, answer });
    return answer;
  }

  #settle(kind: "confirm" | "return", { transfer, to, amount, reverses }: Delivery, now: number): void {
    this.#post({
      id: `${kind}/${transfer}`,
      kind,
      amount,
      peer: to,
      reference: transfer,
      reverses,
      authorisation: "wallet",
      now,
    });
  }

  /** Writes an entry with its two counters. Returns its time. */
  #post({
    now,
    debit,
    ...fields
  }: Omit<UnchainedEntry, "seq" | "at" | "debit" | "credit"> & { now: number; debit?: Account }): number {
    const { amount, kind } = fields;
    if (!isAmount(amount)) throw new Error(`not an amount: ${amount}`);
    const head = this.#store.head();
    const accounts = { ...accountsOf[kind], ...(debit === undefined ? {} : { debit }) };
    const entry = { ...fields, ...accounts, seq: head.size + 1, at: Math.max(now, head.at) };
    this.#store.append({ ...entry, hash: hashEntry(head.hash, entry) });
    const debited = this.#store.counters(accounts.debit);
    this.#store.setCounters(accounts.debit, { ...debited, debits: debited.debits + amount });
    const credited = this.#store.counters(accounts.credit);
    this.#store.setCounters(accounts.credit, { ...credited, credits: credited.credits + amount });
    return entry.at;
  }

  #balanceOf(account: Account): number {
    return balanceOf(account, this.#store.counters(account));
  }
}

/** What each kind of entry debits and credits. */
export const accountsOf: Record<EntryKind, { debit: Account; credit: Account }> = {
  send: { debit: "spendable", credit: "outgoing" },
  confirm: { debit: "outgoing", credit: "sent" },
  return: { debit: "outgoing", credit: "spendable" },
  receive: { debit: "received", credit: "spendable" },
  // The debit is the account of the claim's kind.
  mint: { debit: "issued:grant", credit: "spendable" },
  retire: { debit: "spendable", credit: "retired" },
};

/** The id of the entry by which a wallet has received a transfer. */
export function receiptId(from: string, transfer: string): string {
  return `receive/${from}/${transfer}`;
}

/** `received` and `issued:…` count what came in: their debits grow. All others have what was credited to them. */
export function balanceOf(account: Account, { debits, credits }: Counters): number {
  const isSource = account === "received" || account.startsWith("issued:");
  return isSource ? debits - credits : credits - debits;
}

/** Whether a counter may have this value, and its account this balance. */
export function isValid(account: Account, counters: Counters): boolean {
  const { debits, credits } = counters;
  const isInRange = [debits, credits].every(
    (count) => Number.isSafeInteger(count) && count >= 0 && count <= tokenLimits.maxCounter,
  );
  return isInRange && balanceOf(account, counters) >= 0;
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 1 && amount <= tokenLimits.maxEntry;
}

function isTip(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= tokenLimits.minTip && amount <= tokenLimits.maxTip;
}

/** The counters that follow from entries. */
export function foldEntries(entries: Iterable<Entry>): Map<Account, Counters> {
  const folded = new Map<Account, Counters>();
  const change = (account: Account, side: keyof Counters, amount: number) => {
    const counters = folded.get(account) ?? { debits: 0, credits: 0 };
    folded.set(account, { ...counters, [side]: counters[side] + amount });
  };
  for (const { debit, credit, amount } of entries) {
    change(debit, "debits", amount);
    change(credit, "credits", amount);
  }
  return folded;
}

/** What of a head and of counters does not follow from the entries, in words; empty: everything is in order. */
export function checkEntries(
  entries: Iterable<Entry>,
  head: Head,
  counters: ReadonlyMap<Account, Counters>,
): string[] {
  const all = [...entries];
  const wrong: string[] = [];
  let before: Head = { size: 0, hash: noHash, at: 0 };
  for (const entry of all) {
    if (entry.seq !== before.size + 1) wrong.push(`entry ${entry.seq} follows ${before.size}`);
    if (entry.hash !== hashEntry(before.hash, entry)) wrong.push(`the hash of entry ${entry.seq} is wrong`);
    if (entry.at < before.at) wrong.push(`entry ${entry.seq} is older than the one before`);
    before = { size: entry.seq, hash: entry.hash, at: entry.at };
  }
  if (before.size !== head.size || before.hash !== head.hash)
    wrong.push("the head is not that of the last entry");
  const folded = foldEntries(all);
  for (const account of new Set([...folded.keys(), ...counters.keys()])) {
    const sum = folded.get(account) ?? { debits: 0, credits: 0 };
    const stored = counters.get(account) ?? { debits: 0, credits: 0 };
    if (sum.debits !== stored.debits || sum.credits !== stored.credits) {
      wrong.push(`${account} is not the sum of its entries`);
    }
    if (!isValid(account, sum)) wrong.push(`${account} is out of range`);
  }
  return wrong;
}
