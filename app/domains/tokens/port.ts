/** The methods of a wallet that operations, rooms, other wallets and jobs call. */
import type { Refusal } from "#app/errors.ts";
import type { RoomPath } from "../stages/room-path.ts";
import type { Account, Counters, Credited, Entry, Head, Known, SendAnswer, WalletState } from "./book.ts";
import type { ClaimKind } from "./rules.ts";

/** Someone as they are named beside a tip: fixed when it is sent. */
export interface TipPerson {
  userId: string;
  username: string;
  /** Image path of the badge shown in chats, or null. */
  badge: string | null;
}

/** Where a tip belongs, as the room has said: what was heard at `mediaAt`. */
export interface TipPlace {
  room: RoomPath;
  stageId: string | null;
  setId: string | null;
  /** Null for a tip on a profile outside a performance. */
  broadcastId: string | null;
  /** The first broadcast of the performance or its set: the name under which replays know it. */
  performance: string | null;
  playId: string | null;
  mediaAt: number;
}

/** What the sender's wallet tells the room, the performer and D1, once the performer's wallet has the tokens. */
export interface TipNews {
  /** Given by the sender's wallet. */
  tip: string;
  amount: number;
  /** The sender; also of a hidden tip, which the room shows as one of "Somebody". */
  from: TipPerson;
  to: TipPerson;
  isHidden: boolean;
  place: TipPlace;
  /** When the wallet decided it, epoch ms. */
  at: number;
}

/** A tip as the operation passes it to the sender's wallet. */
export interface TipOrder {
  /** The client's id of this tip; repeated with the same content it gives the same answer. */
  id: string;
  amount: number;
  /** What the client named, in one line. */
  content: string;
  isHidden: boolean;
  from: TipPerson;
  /** What was heard and whose wallet takes it; or why it is refused, which is then the answer for this id. */
  target: { ok: true; wallet: string; to: TipPerson; place: TipPlace } | Refusal;
  /** The device's key and its signature over `tipText`; null: by log-in alone. */
  device: { id: string; signature: string; at: number } | null;
}

export interface WalletSummary {
  state: WalletState;
  frozenReason: string | null;
  balance: number;
  outgoing: number;
  /** Those that have entries. */
  accounts: Partial<Record<Account, Counters>>;
  head: Head;
}

/** An entry with what became of it: `state` is for sends. */
export interface WalletActivity extends Entry {
  state: "done" | "on-its-way" | "returned";
}

export interface ClaimToMint {
  id: string;
  kind: ClaimKind;
  amount: number;
}

export interface WalletPort {
  summary(): Promise<WalletSummary>;
  tip(order: TipOrder): Promise<SendAnswer>;
  /** The owner of this wallet, or an operator, gives a received tip back, in part or whole. */
  giveBack(order: {
    id: string;
    /** The tip, and the wallet that it came from. */
    tip: string;
    from: string;
    amount: number;
    authorisation: "session" | `operator:${string}`;
  }): Promise<SendAnswer>;
  /** From another wallet. */
  receive(credited: Omit<Credited, "now"> & { news: TipNews | null }): Promise<"credited" | "closed">;
  /** New tokens, once a claim; the ids that are paid. `wallet-frozen` where it takes no claims. */
  mint(claims: ClaimToMint[]): Promise<{ ok: true; minted: string[]; balance: number } | Refusal>;
  /** Newest first: at most `limit` (50) entries with a lower number than `before`, without `confirm` entries. */
  activity(query: { before: number | null; limit: number }): Promise<WalletActivity[]>;
  /** Every entry by number, after `after`, at most 5,000. */
  entries(after: number): Promise<{ head: Head; entries: Entry[] }>;
  /** Adds up all entries; freezes itself where they do not agree with the counters. */
  check(): Promise<{ wrong: string[]; summary: WalletSummary; oldestDelivery: number | null }>;
  freeze(reason: string): Promise<void>;
  unfreeze(): Promise<void>;
  /**
   * Repairs a wallet that was set back: issues again the claims that D1 has as claimed (`minted`), takes again what its
   * peers have sent (`received`) and debits again what they have received from it (`sent`). It is frozen from then on,
   * until an operator unfreezes it. `short`: tokens of sends that its balance does not cover, which are left out.
   */
  resettle(known: Known): Promise<{ added: number; short: number }>;
  /** What this wallet has sent to and received from another one, as that one's `resettle` takes it. */
  between(wallet: string): Promise<Pick<Known, "received" | "sent">>;
  /** The account was deleted: deliveries end, the rest is retired, keys and entries go; the wallet stays closed. */
  close(): Promise<void>;
}

export interface Wallets {
  of(wallet: string): WalletPort & WalletKeysPort;
}

/** The keys of a wallet: public ones, ciphertext, and devices. Implemented by `durable-objects/wallet/keys`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled with the keys of a wallet.
export interface WalletKeysPort {}
