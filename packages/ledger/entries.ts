/** Parts of a wallet's book: entries, accounts and the counters that follow from them. Pure. */

/**
 * `spendable`: what the owner has. `outgoing`: debited, not yet confirmed by the other wallet. `sent`: confirmed there.
 * `received`: came from others. `issued:<kind>`: made here. `retired`: destroyed.
 */
export type Account = "spendable" | "outgoing" | "sent" | "received" | "retired" | `issued:${string}`;

/** Tokens of a wallet in each kind of account. */
export interface Supply {
  spendable: number;
  outgoing: number;
  sent: number;
  received: number;
  issued: number;
  retired: number;
}

export const ledgerLimits = {
  /** Tokens of one entry, whatever its kind. */
  maxEntry: 1_000_000,
  /** Tokens that one account of a wallet may ever count. */
  maxCounter: 1_000_000_000_000,
} as const;

export interface Counters {
  debits: number;
  credits: number;
}

export type EntryKind = "send" | "confirm" | "return" | "receive" | "mint" | "retire";

export interface UnchainedEntry {
  /** Number of the entry, from 1, without gaps. */
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
  /** The transfer, or for `mint` the claim, or for `retire` the number of the part. */
  reference: string;
  /** The transfer that this one gives back, or null. */
  reverses: string | null;
  /**
   * The authorisation: `session`, `device:<id>`, `operator:<act>`, `claim`, or for what wallets do by themselves
   * `wallet`.
   */
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

/** The accounts that an entry debits and credits; what `mint` debits depends on its claim. */
export const accountsOf = {
  send: { debit: "spendable", credit: "outgoing" },
  confirm: { debit: "outgoing", credit: "sent" },
  return: { debit: "outgoing", credit: "spendable" },
  receive: { debit: "received", credit: "spendable" },
  retire: { debit: "spendable", credit: "retired" },
} as const satisfies Partial<Record<EntryKind, Pick<UnchainedEntry, "debit" | "credit">>>;

export function mintAccounts(kind: string): Pick<UnchainedEntry, "debit" | "credit"> {
  return { debit: `issued:${kind}`, credit: "spendable" };
}

/**
 * Returns the tokens of a wallet in each account, those of all kinds of claims together: as its copy in the database
 * has them.
 */
export function sumsOf(accounts: Partial<Record<Account, Counters>>): Supply {
  const sums: Supply = { spendable: 0, outgoing: 0, sent: 0, received: 0, issued: 0, retired: 0 };
  for (const [account, counters] of Object.entries(accounts) as [Account, Counters][]) {
    const name = account.startsWith("issued:") ? "issued" : (account as keyof Supply);
    sums[name] += balanceOf(account, counters);
  }
  return sums;
}

/** The id of the entry by which a wallet has received a transfer. */
export function receiptId(from: string, transfer: string): string {
  return `receive/${from}/${transfer}`;
}

/** `received` and `issued:…` count what came in: their debits grow. All others have what was credited to them. */
export function balanceOf(account: Account, { debits, credits }: Counters): number {
  const isSource = account === "received" || account.startsWith("issued:");
  return isSource ? debits - credits : credits - debits;
}

/** Whether its counters are in range, and the account has not less than nothing. */
export function isValid(account: Account, counters: Counters): boolean {
  const { debits, credits } = counters;
  return isCount(debits) && isCount(credits) && balanceOf(account, counters) >= 0;
}

function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0 && count <= ledgerLimits.maxCounter;
}

/** Whether one entry may move so many tokens. */
export function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 1 && amount <= ledgerLimits.maxEntry;
}
