/**
 * The double-entry book of one wallet, over a small store: used by the wallet object and by the simulator that proves
 * it. An entry debits one account and credits one, never changes, and has one id for ever; an account is two growing
 * counters, not a balance. Every method is one transaction. No clock, no randomness, no I/O.
 */
import type { Refusal } from "#app/errors.ts";
import { hashEntry } from "#packages/ledger/chain.ts";
import { checkEntries } from "#packages/ledger/check.ts";
import {
  type Account,
  accountsOf,
  balanceOf,
  isAmount,
  mintAccounts,
  receiptId,
  type UnchainedEntry,
} from "#packages/ledger/entries.ts";
import type {
  BookStore,
  Credited,
  Delivery,
  GiveBackOrder,
  Known,
  MintedClaim,
  SendAnswer,
  SendOrder,
  WalletState,
} from "./book-port.ts";
import { tokenLimits } from "./rules.ts";

export type * from "./book-port.ts";

const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;

/** An entry before it has its place in the chain. */
type Movement = Omit<UnchainedEntry, "seq" | "at">;

export class Book {
  readonly #store: BookStore;
  readonly #hash: typeof hashEntry;

  /** `hash` is for simulations alone, which make millions of entries. */
  constructor(store: BookStore, hash = hashEntry) {
    this.#store = store;
    this.#hash = hash;
  }

  /** Returns the owner's tokens. */
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

  /**
   * Tokens from another wallet; each transfer counts once. `closed`: the wallet has not taken it and never will. A
   * repetition of what it took is `credited` also after it has closed: otherwise those tokens would be there twice.
   */
  receive({ from, transfer, amount, reverses, now }: Credited): "credited" | "closed" {
    return this.#store.transaction(() => {
      const id = receiptId(from, transfer);
      if (this.#store.hasEntry(id)) return "credited";
      if (this.#isClosing()) return "closed";
      const reference = { peer: from, reference: transfer, reverses, authorisation: "wallet" };
      this.#post({ id, kind: "receive", ...accountsOf.receive, amount, ...reference }, now);
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

  /** The other wallet is closed and has not taken the transfer: the tokens are back. */
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
  mint(claim: MintedClaim, now: number): boolean {
    return this.#mint(claim, now, ["open"]);
  }

  /**
   * Repairs a book that was set back, also while it is frozen: enters again what others know of it, each once. Returns
   * how many entries were missing, and the tokens of the sends that the balance does not cover: those are left out.
   */
  resettle({ minted = [], received, sent }: Known, now: number): { added: number; short: number } {
    return this.#store.transaction(() => {
      const { size } = this.#store.head();
      for (const claim of minted) this.#mint(claim, now, ["open", "frozen"]);
      for (const credited of received) this.receive({ ...credited, now });
      let short = 0;
      for (const transfer of sent) short += this.#resend(transfer, now);
      return { added: this.#store.head().size - size, short };
    });
  }

  #mint(claim: MintedClaim, now: number, states: readonly WalletState[]): boolean {
    return this.#store.transaction(() => {
      const id = `mint/${claim.id}`;
      if (this.#store.hasEntry(id)) return true;
      if (!states.includes(this.#store.state())) return false;
      const reference = { peer: null, reference: claim.id, reverses: null, authorisation: "claim" };
      const { kind, amount } = claim;
      this.#post({ id, kind: "mint", ...mintAccounts(kind), amount, ...reference }, now);
      return true;
    });
  }

  /** Refuses debits from now on, or no longer. Credits are taken all the same. */
  setFrozen(isFrozen: boolean): void {
    this.#store.transaction(() => {
      if (!this.#isClosing()) this.#store.setState(isFrozen ? "frozen" : "open");
    });
  }

  /** Takes nothing any more, sends nothing new, for good. `retire` follows once nothing is under way. */
  close(): void {
    this.#store.transaction(() => {
      if (this.#store.state() !== "closed") this.#store.setState("closing");
    });
  }

  /** Destroys what a closing wallet has left, which closes it; false while a delivery is under way. */
  retire(now: number): boolean {
    return this.#store.transaction(() => {
      const state = this.#store.state();
      if (state === "closed") return true;
      if (state !== "closing" || this.#store.deliveries().length > 0) return false;
      for (let left = this.balance(), part = 1; left > 0; left -= tokenLimits.maxEntry, part += 1) {
        const amount = Math.min(left, tokenLimits.maxEntry);
        const reference = { peer: null, reference: String(part), reverses: null, authorisation: "wallet" };
        this.#post({ id: `retire/${part}`, kind: "retire", ...accountsOf.retire, amount, ...reference }, now);
      }
      this.#store.setState("closed");
      return true;
    });
  }

  /**
   * Forgets what a closed wallet did, with whom and when: its entries and answers. What stays is what keeps others from
   * error: the counters, the head, and which transfers it has taken.
   */
  erase(now: number): void {
    this.#store.transaction(() => {
      if (this.#store.state() !== "closed") throw new Error("only a closed wallet is erased");
      this.#store.erase(now);
    });
  }

  /**
   * Returns what does not follow from the entries, in words: counters that are not their sums, a broken chain, a
   * negative balance, deliveries that are not what is outgoing. Empty: everything is in order, or erased.
   */
  check(): string[] {
    const entries = [...this.#store.entries()];
    if (entries.length === 0 && this.#store.state() === "closed") return [];
    const wrong = checkEntries(entries, this.#store.head(), new Map(this.#store.accounts()), this.#hash);
    const unconfirmed = this.#store.deliveries().filter(({ stage }) => stage === "credit");
    const sum = unconfirmed.reduce((total, { amount }) => total + amount, 0);
    if (sum !== this.#balanceOf("outgoing")) wrong.push("outgoing is not the sum of its deliveries");
    return wrong;
  }

  #isClosing(): boolean {
    const state = this.#store.state();
    return state === "closing" || state === "closed";
  }

  #send(order: SendOrder): SendAnswer {
    const { to, amount } = order;
    if (typeof to !== "string") return to;
    if (this.#store.state() !== "open") return { ok: false, code: "wallet-frozen" };
    if (!isTip(amount)) return { ok: false, code: "tip-amount" };
    if (amount > this.balance()) return { ok: false, code: "tokens-short" };
    return this.#tipLimit(order) ?? this.#debit(order, to, null);
  }

  /**
   * Returns why there have been too many tips for one more, or null. `retryAfterMs` is the longest that it can take.
   */
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
    // What was given back stays with its first owner.
    if (receipt === undefined || receipt.reverses !== null) return { ok: false, code: "not-found" };
    const isOperators = authorisation.startsWith("operator:");
    const state = this.#store.state();
    if (state !== "open" && !(state === "frozen" && isOperators)) return { ok: false, code: "wallet-frozen" };
    if (!isOperators && now - receipt.at > tokenLimits.giveBackMs)
      return { ok: false, code: "give-back-late" };
    const left = receipt.amount - this.#store.reversedOf(reverses);
    if (!isAmount(amount) || amount > left) return { ok: false, code: "tip-amount" };
    if (amount > this.balance()) return { ok: false, code: "tokens-short" };
    return this.#debit(order, to, reverses);
  }

  #debit(order: SendOrder | GiveBackOrder, to: string, reverses: string | null): SendAnswer {
    const { transfer, amount, authorisation, now, details } = order;
    const reference = { peer: to, reference: transfer, reverses, authorisation };
    const id = `send/${transfer}`;
    const at = this.#post({ id, kind: "send", ...accountsOf.send, amount, ...reference }, now);
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

  /** A transfer that the other wallet has, as sent and confirmed. Returns the tokens that are missing for it. */
  #resend(sent: Known["sent"][number], now: number): number {
    const { transfer, to: peer, amount, reverses } = sent;
    if (this.#store.hasEntry(`send/${transfer}`)) return 0;
    if (amount > this.balance()) return amount;
    const movement = { amount, peer, reference: transfer, reverses, authorisation: "wallet" };
    for (const kind of ["send", "confirm"] as const)
      this.#post({ ...movement, id: `${kind}/${transfer}`, kind, ...accountsOf[kind] }, now);
    return 0;
  }

  #settle(kind: "confirm" | "return", { transfer, to, amount, reverses }: Delivery, now: number): void {
    const reference = { peer: to, reference: transfer, reverses, authorisation: "wallet" };
    this.#post({ id: `${kind}/${transfer}`, kind, ...accountsOf[kind], amount, ...reference }, now);
  }

  /** Writes an entry with its two counters. Returns its time: never before that of the entry before. */
  #post(movement: Movement, now: number): number {
    const { debit, credit, amount } = movement;
    if (!isAmount(amount)) throw new Error(`not an amount: ${amount}`);
    const head = this.#store.head();
    const entry = { ...movement, seq: head.size + 1, at: Math.max(now, head.at) };
    this.#store.append({ ...entry, hash: this.#hash(head.hash, entry) });
    this.#count(debit, "debits", amount);
    this.#count(credit, "credits", amount);
    return entry.at;
  }

  #count(account: Account, side: "debits" | "credits", amount: number): void {
    const counters = this.#store.counters(account);
    this.#store.setCounters(account, { ...counters, [side]: counters[side] + amount });
  }

  #balanceOf(account: Account): number {
    return balanceOf(account, this.#store.counters(account));
  }
}

function isTip(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= tokenLimits.minTip && amount <= tokenLimits.maxTip;
}
