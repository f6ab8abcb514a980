/** A book's data and answers, and the store that it needs: the object's own SQLite, or memory in the simulator. */
import type { Refusal } from "#app/errors.ts";
import type { Account, Counters, Entry, Head } from "#packages/ledger/entries.ts";
import type { ClaimKind } from "./rules.ts";

/** A transfer that has been debited here and is not done yet. Delivered at least once. */
export interface Delivery {
  transfer: string;
  to: string;
  amount: number;
  reverses: string | null;
  at: number;
  /** `credit`: the other wallet has not confirmed it. `news`: it has; the room and the database are not told yet. */
  stage: "credit" | "news";
  /** Details that the sender's object needs to tell others of it, as JSON; the book does not read it. */
  details: string;
}

/** The answer that an id of the client got, for ever: `content` tells another request with the same id. */
export interface Decided<Answer> {
  content: string;
  answer: Answer;
}

export type WalletState = "open" | "frozen" | "closing" | "closed";

/** The storage of a book. Nothing outside `transaction` writes. */
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
  /** Whether there is an entry of this id; of receipts, also whether there was one before `erase`. */
  hasEntry(id: string): boolean;
  entry(id: string): Entry | undefined;
  /** Throws where an entry of this id exists. Moves the head to it. */
  append(entry: Entry): void;
  /** All entries by number. */
  entries(): Iterable<Entry>;
  /**
   * Returns how much of a received transfer has been given back: the `send` entries that reverse it, without those
   * returned.
   */
  reversedOf(transfer: string): number;
  /** Sends (not those that reverse) after `at`: how many, and their tokens. One that came back counts too. */
  sentSince(at: number): { count: number; amount: number };
  decided(id: string): Decided<SendAnswer> | undefined;
  decide(id: string, decided: Decided<SendAnswer>): void;
  delivery(transfer: string): Delivery | undefined;
  /** Oldest first. */
  deliveries(): Delivery[];
  addDelivery(delivery: Delivery): void;
  setDeliveryStage(transfer: string, stage: Delivery["stage"]): void;
  endDelivery(transfer: string): void;
  /** Deletes entries and answers; the head, the counters and the ids of receipts stay. */
  erase(now: number): void;
}

export type SendAnswer =
  | { ok: true; transfer: string; amount: number; balance: number; at: number }
  | Refusal;

export interface SendOrder {
  /** The client's id of the request: the same id gives the same answer for ever. */
  id: string;
  /** The request in one line: another content with the same id is refused. */
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

export interface MintedClaim {
  id: string;
  kind: ClaimKind;
  amount: number;
}

/** Others' knowledge of a wallet: the claims that it has issued, and what its peers have sent to it and got from it. */
export interface Known {
  minted?: readonly MintedClaim[];
  received: readonly Omit<Credited, "now">[];
  sent: readonly { transfer: string; to: string; amount: number; reverses: string | null; at: number }[];
}
