/** The methods of a wallet that operations, rooms, other wallets and jobs call. */

import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { Refusal } from "#app/errors.ts";
import type { Account, Counters, Entry, Head } from "#packages/ledger/entries.ts";
import type { Credited, Known, SendAnswer, WalletState } from "./book.ts";
import type { Signed } from "./keys/signed.ts";
import type { ClaimKind } from "./rules.ts";

/** Someone as they are named beside a tip: fixed when it is sent. */
export interface TipPerson {
  userId: string;
  username: string;
  /** Image path of the badge shown in chats, or null. */
  badge: string | null;
}

/** The place of a tip, as the room has said: what was heard at `mediaAt`. */
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

/** News from the sender's wallet to the room, the performer and D1, once the performer's wallet has the tokens. */
export interface TipNews {
  /** Given by the sender's wallet. */
  tip: string;
  amount: number;
  /** The sender; also of a hidden tip, which the room shows as one of "Anonymous". */
  from: TipPerson;
  to: TipPerson;
  isHidden: boolean;
  place: TipPlace;
  /** Time of the wallet's decision, epoch ms. */
  at: number;
}

/** A tip as the operation passes it to the sender's wallet. */
export interface TipOrder {
  /** The client's id of this tip; repeated with the same content it gives the same answer. */
  id: string;
  amount: number;
  /** The fields that the client named, in one line. */
  content: string;
  isHidden: boolean;
  from: TipPerson;
  /** The heard performance and the wallet that takes it; or why it is refused, which is then the answer for this id. */
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
  /** Receives tokens from another wallet. */
  receive(credited: Omit<Credited, "now"> & { news: TipNews | null }): Promise<"credited" | "closed">;
  /** New tokens, once a claim; the ids that are paid. `wallet-frozen` where it takes no claims. */
  mint(claims: ClaimToMint[]): Promise<{ ok: true; minted: string[]; balance: number } | Refusal>;
  /** Newest first: at most `limit` (50) entries with a lower number than `before`, without `confirm` entries. */
  activity(query: { before: number | null; limit: number }): Promise<WalletActivity[]>;
  /** Every entry by number, after `after`, at most 5,000. */
  entries(after: number): Promise<{ head: Head; entries: Entry[] }>;
  /** The same entries as the wallet's chain has them: other wallets have another name in each transfer. */
  statedEntries(after: number): Promise<Entry[]>;
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
  /** Returns what this wallet has sent to and received from another one, as that one's `resettle` takes it. */
  between(wallet: string): Promise<Pick<Known, "received" | "sent">>;
  /** The account was deleted: deliveries end, the rest is retired, keys and entries go; the wallet stays closed. */
  close(): Promise<void>;
}

export interface Wallets {
  of(wallet: string): WalletPort & WalletKeysPort;
}

/** A device that may tip with its own signature. */
export interface TipDevice {
  id: string;
  name: string;
  /** Hex. */
  publicKey: string;
  addedAt: number;
}

/** Another key for the wallet, or the end of "only my devices may tip", that takes effect at `endsAt`. */
export interface KeyChange {
  kind: "key" | "devices-off";
  /** The new key (hex), for `key`. */
  publicKey: string | null;
  startedAt: number;
  endsAt: number;
}

export interface KeysState {
  /** Hex; null before the wallet has a key. */
  publicKey: string | null;
  isOnlyDevices: boolean;
  /** Oldest first. */
  devices: TipDevice[];
  change: KeyChange | null;
  backup: { version: number; updatedAt: number; ways: BackupWay[] } | null;
  /** Version of the last backup, also of a deleted one; 0: there was none. */
  lastVersion: number;
}

export type BackupWay = "passkey" | "password";

/** `waiting`: for the device that shows the code. `done`: given out. `over`: expired, ended, or after ten wrong tags. */
export interface SyncStatus {
  state: "waiting" | "ready" | "done" | "over";
  expiresAt: number | null;
  triesLeft: number;
}

/** Whether the wallet's key signed the change, and if so when; without, it waits for 72 hours. */
export type SignedChange = Signed | null;
/** `waits`: from now on. `nothing`: it is so already, or waits already. */
type ChangeAnswer = { ok: true; outcome: "done" | "waits" | "nothing" } | Refusal;

/**
 * The keys of a wallet: public ones, ciphertext, and devices. Implemented by `durable-objects/wallet/keys`. Public keys
 * are hex; operations have verified that their senders have the secrets. `wallet` is the wallet's own id.
 */
export interface WalletKeysPort {
  keys(): Promise<KeysState>;
  /** The first key, or the same again. `wallet-key-set` where there is another one. */
  setKey(input: { wallet: string; publicKey: string }): Promise<{ ok: true } | Refusal>;
  /** Another key. Devices and backup, which belong to the old one, go. `proof-wrong`, `not-found` without a key. */
  replaceKey(input: { publicKey: string; signed: SignedChange }): Promise<ChangeAnswer>;
  /** `device-refused` where no device could tip any more, `proof-wrong`, `not-found` without a key. */
  setOnlyDevices(input: { isOn: boolean; signed: SignedChange }): Promise<ChangeAnswer>;
  cancelKeyChange(): Promise<void>;
  /** `proof-wrong` where the wallet's key has not signed it, `conflict` where there are ten. */
  addDevice(input: {
    name: string;
    publicKey: string;
    certificate: Signed;
  }): Promise<{ ok: true; device: TipDevice } | Refusal>;
  /** False where there is no such device. */
  removeDevice(id: string): Promise<boolean>;
  /** `secret-conflict` where `after` (null: any) is not the last version, or `version` is not higher. */
  storeBackup(input: {
    secret: string;
    ways: BackupWay[];
    version: number;
    after: number | null;
  }): Promise<{ ok: true; version: number; updatedAt: number } | Refusal>;
  backup(): Promise<{ secret: string; version: number; updatedAt: number } | null>;
  /** The backup and an open sync go. False where there was no backup. */
  deleteBackup(): Promise<boolean>;
  /** A new relay, for this session; an earlier one ends. */
  startSync(session: string): Promise<SyncStatus & { sync: string }>;
  /** `sync-over` where it is not the open sync of this session. */
  fillSync(input: {
    session: string;
    sync: string;
    tag: string;
    secret: string;
  }): Promise<(SyncStatus & { ok: true; sync: string }) | Refusal>;
  /** Returns the secret, once, with the right tag, in another session. `sync-wrong`, `sync-over`. */
  takeSync(input: {
    session: string;
    tag: string | null;
  }): Promise<({ ok: true; secret: string | null } & SyncStatus) | Refusal>;
  endSync(): Promise<void>;
}
