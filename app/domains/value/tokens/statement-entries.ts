import { hashEntry, noHash } from "#packages/ledger/chain.ts";
import { type Account, accountsOf, type Entry, type Head, isValid } from "#packages/ledger/entries.ts";

/** A page stays responsive while a long statement is checked. */
const entriesAtOnce = 2_000;
const pause = () => new Promise<void>((done) => setTimeout(done));

/** Returns the faults of a wallet's entries up to this head, in words; empty: nothing is wrong. */
export async function findEntryFaults(entries: readonly Entry[], head: Head): Promise<string[]> {
  const faults: string[] = [];
  const known = new Set<string>();
  const balances = new Balances();
  let before: { seq: number; at: number; hash: string | null } = { seq: 0, at: 0, hash: noHash };
  for (const [index, entry] of entries.entries()) {
    if (index % entriesAtOnce === entriesAtOnce - 1) await pause();
    const { seq } = entry;
    if (seq <= before.seq) {
      faults.push(`Entry ${seq} is out of order.`);
      continue;
    }
    if (seq > before.seq + 1) faults.push(missingAfter(before.seq));
    const follows = seq === before.seq + 1 ? before.hash : null;
    const own = follows === null ? entry.hash : hashEntry(follows, entry);
    const isCovered = balances.add(entry);
    if (own !== entry.hash) faults.push(`Entry ${seq} was changed.`);
    else if (entry.at < before.at) faults.push(`Entry ${seq} is older than the one before it.`);
    else if (known.has(entry.id)) faults.push(`Entry ${seq} appears twice.`);
    else if (!hasItsAccounts(entry)) faults.push(`Entry ${seq} names the wrong accounts.`);
    // Follows from any other fault, and is then not one of its own.
    else if (!isCovered && faults.length === 0)
      faults.push(`Entry ${seq} spends tokens that the wallet did not have.`);
    known.add(entry.id);
    before = { seq, at: entry.at, hash: continuedBy(entries[index + 1], head, entry.hash, own) };
  }
  if (before.seq < head.size) faults.push(missingAfter(before.seq));
  else if (before.seq > head.size || before.hash !== head.hash || before.at !== head.at)
    faults.push("The signature does not match the last entry.");
  return faults;
}

const missingAfter = (seq: number) =>
  seq === 0 ? "The first entry is missing." : `An entry is missing after ${seq}.`;

/**
 * Returns the hash that the next entry continues: of a changed entry either the hash or another field may be wrong, and
 * what follows tells which hash was its own.
 */
function continuedBy(next: Entry | undefined, head: Head, written: string, own: string): string {
  if (written === own) return own;
  const isOwn = next === undefined ? head.hash === own : hashEntry(own, next) === next.hash;
  return isOwn ? own : written;
}

function hasItsAccounts({ kind, debit, credit }: Entry): boolean {
  if (kind === "mint") return debit.startsWith("issued:") && credit === "spendable";
  const usual = accountsOf[kind];
  return debit === usual.debit && credit === usual.credit;
}

/** The accounts as of an entry: an instance could sign sums that were never there. */
class Balances {
  readonly #counters = new Map<Account, { debits: number; credits: number }>();

  /** False where an account would have less than nothing. */
  add({ debit, credit, amount }: Entry): boolean {
    const debited = this.#of(debit);
    debited.debits += amount;
    const credited = this.#of(credit);
    credited.credits += amount;
    return isValid(debit, debited) && isValid(credit, credited);
  }

  #of(account: Account): { debits: number; credits: number } {
    const counters = this.#counters.get(account) ?? { debits: 0, credits: 0 };
    this.#counters.set(account, counters);
    return counters;
  }
}
