/**
 * The expected content and answers of wallets, told the plainest way: a balance, a list of tips, a set of claims. It
 * knows nothing of accounts, entries or deliveries, and does not use the book.
 */
import type { GiveBackOrder, SendAnswer, SendOrder, WalletState } from "#app/domains/value/tokens/book.ts";
import type { ErrorCode } from "#app/errors.ts";

/** Limits of the design, not of the code: a changed constant is noticed. */
const limits = { tip: 1_000, perMinute: 10, perDay: 500, perDayWithDevice: 5_000 } as const;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Notes how to take back a change that the object may still lose. */
type Also = (undo: () => void) => void;

export interface PlainTransfer {
  from: string;
  to: string;
  amount: number;
  /** The transfer that it gives back. */
  reverses: string | null;
  isCredited: boolean;
  creditedAt: number;
  end: "none" | "confirmed" | "returned";
  /** Amount of it that was given back. */
  reversed: number;
}

const refused = (code: ErrorCode, retryAfterMs?: number): SendAnswer =>
  retryAfterMs === undefined ? { ok: false, code } : { ok: false, code, retryAfterMs };

export class PlainWallet {
  state: WalletState = "open";
  balance = 0;
  outgoing = 0;
  lastAt = 0;
  readonly sent: { at: number; amount: number }[] = [];
  readonly minted = new Set<string>();
  readonly decided = new Map<string, { content: string; answer: SendAnswer }>();
  readonly #transfers: Map<string, PlainTransfer>;
  readonly #id: string;
  readonly #also: Also;

  constructor(id: string, transfers: Map<string, PlainTransfer>, also: Also) {
    this.#id = id;
    this.#transfers = transfers;
    this.#also = also;
  }

  send(order: SendOrder): SendAnswer {
    const reason = this.#refusal(order);
    return this.#once(order, () => reason ?? this.#debit(order, order.to as string, null));
  }

  giveBack(order: GiveBackOrder): SendAnswer {
    const reason = this.#giveBackRefusal(order);
    return this.#once(order, () => reason ?? this.#debit(order, order.to, order.reverses));
  }

  receive(id: string, now: number): "credited" | "closed" {
    const transfer = this.transfer(id);
    if (transfer.isCredited) return "credited";
    if (this.state === "closing" || this.state === "closed") return "closed";
    const { balance } = this;
    const at = this.#at(now);
    this.#also(() => {
      Object.assign(transfer, { isCredited: false, creditedAt: 0 });
      this.balance = balance;
    });
    Object.assign(transfer, { isCredited: true, creditedAt: at });
    this.balance += transfer.amount;
    return "credited";
  }

  /** Nothing outgoing ends twice, or as what did not happen. */
  end(id: string, end: "confirmed" | "returned", now: number): void {
    const transfer = this.transfer(id);
    if (transfer.isCredited !== (end === "confirmed"))
      throw new Error(`${id} was ${end}, and ${transfer.isCredited ? "was" : "was not"} credited`);
    if (transfer.end !== "none") {
      if (transfer.end !== end) throw new Error(`${id} was ${transfer.end}, then ${end}`);
      return;
    }
    const { balance, outgoing } = this;
    const original = this.#transfers.get(transfer.reverses ?? "");
    const reversed = original?.reversed ?? 0;
    this.#at(now);
    this.#also(() => {
      transfer.end = "none";
      if (original !== undefined) original.reversed = reversed;
      Object.assign(this, { balance, outgoing });
    });
    transfer.end = end;
    this.outgoing -= transfer.amount;
    if (end === "confirmed") return;
    this.balance += transfer.amount;
    if (original !== undefined) original.reversed -= transfer.amount;
  }

  mint(id: string, amount: number, now: number): boolean {
    if (this.minted.has(id)) return true;
    if (this.state !== "open") return false;
    const { balance } = this;
    this.#at(now);
    this.#also(() => {
      this.minted.delete(id);
      this.balance = balance;
    });
    this.minted.add(id);
    this.balance += amount;
    return true;
  }

  change(state: WalletState, now: number): void {
    const before = { state: this.state, balance: this.balance };
    if (state === "closed" && this.balance > 0) this.#at(now);
    this.#also(() => Object.assign(this, before));
    this.state = state;
    if (state === "closed") this.balance = 0;
  }

  transfer(id: string): PlainTransfer {
    const found = this.#transfers.get(id);
    if (found === undefined) throw new Error(`nobody has sent ${id}`);
    return found;
  }

  #once({ id, content }: SendOrder | GiveBackOrder, decide: () => SendAnswer): SendAnswer {
    const known = this.decided.get(id);
    if (known !== undefined) return known.content === content ? known.answer : refused("key-reused");
    const answer = decide();
    this.#also(() => this.decided.delete(id));
    this.decided.set(id, { content, answer });
    return answer;
  }

  #refusal({ to, amount, authorisation, now }: SendOrder): SendAnswer | null {
    if (typeof to !== "string") return to;
    if (this.state !== "open") return refused("wallet-frozen");
    if (!Number.isInteger(amount) || amount < 1 || amount > limits.tip) return refused("tip-amount");
    if (amount > this.balance) return refused("tokens-short");
    if (this.#sentAfter(now - minuteMs).length >= limits.perMinute) return refused("tip-limit", minuteMs);
    const max = authorisation.startsWith("device:") ? limits.perDayWithDevice : limits.perDay;
    const today = this.#sentAfter(now - dayMs).reduce((sum, each) => sum + each.amount, 0);
    return today + amount > max ? refused("tip-limit", dayMs) : null;
  }

  #giveBackRefusal({ reverses, to, amount, authorisation, now }: GiveBackOrder): SendAnswer | null {
    const tip = this.#transfers.get(reverses);
    const isHere = tip?.isCredited === true && tip.from === to && tip.to === this.#id;
    if (!isHere || tip.reverses !== null) return refused("not-found");
    const isOperators = authorisation.startsWith("operator:");
    const may = this.state === "open" || (isOperators && this.state === "frozen");
    if (!may) return refused("wallet-frozen");
    if (!isOperators && now - tip.creditedAt > 30 * dayMs) return refused("give-back-late");
    if (!Number.isInteger(amount) || amount < 1 || amount + tip.reversed > tip.amount)
      return refused("tip-amount");
    return amount > this.balance ? refused("tokens-short") : null;
  }

  #sentAfter(at: number): { at: number; amount: number }[] {
    const first = this.sent.findLastIndex((each) => each.at <= at);
    return this.sent.slice(first + 1);
  }

  #debit(order: SendOrder | GiveBackOrder, to: string, reverses: string | null): SendAnswer {
    const { transfer, amount, now } = order;
    const { balance, outgoing } = this;
    const original = this.#transfers.get(reverses ?? "");
    const reversed = original?.reversed ?? 0;
    const at = this.#at(now);
    this.#also(() => {
      this.#transfers.delete(transfer);
      if (original === undefined) this.sent.pop();
      else original.reversed = reversed;
      Object.assign(this, { balance, outgoing });
    });
    const end = "none" as const;
    const begun = {
      from: this.#id,
      to,
      amount,
      reverses,
      isCredited: false,
      creditedAt: 0,
      end,
      reversed: 0,
    };
    this.#transfers.set(transfer, begun);
    if (original === undefined) this.sent.push({ at, amount });
    else original.reversed += amount;
    this.balance -= amount;
    this.outgoing += amount;
    return { ok: true, transfer, amount, balance: this.balance, at };
  }

  /** Returns when the next change is noted: never before the last one. */
  #at(now: number): number {
    const before = this.lastAt;
    this.#also(() => {
      this.lastAt = before;
    });
    this.lastAt = Math.max(before, now);
    return this.lastAt;
  }
}
