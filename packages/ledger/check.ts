/** Whether a book is in order: used by wallets, by the reconciliation and by whoever verifies a statement. Pure. */
import { hashEntry, noHash } from "./chain.ts";
import { type Account, type Counters, type Entry, type Head, isValid } from "./entries.ts";

type Folded = Map<Account, Counters>;

/** The counters that follow from entries. */
export function foldEntries(entries: Iterable<Entry>): Folded {
  const folded: Folded = new Map();
  for (const entry of entries) fold(folded, entry);
  return folded;
}

function fold(folded: Folded, { debit, credit, amount }: Entry): void {
  countersIn(folded, debit).debits += amount;
  countersIn(folded, credit).credits += amount;
}

function countersIn(folded: Folded, account: Account): Counters {
  const known = folded.get(account);
  if (known !== undefined) return known;
  const counters = { debits: 0, credits: 0 };
  folded.set(account, counters);
  return counters;
}

/** Returns what of a head and of counters does not follow from the entries, in words; empty: everything is in order. */
export function checkEntries(
  entries: Iterable<Entry>,
  head: Head,
  counters: ReadonlyMap<Account, Counters>,
  hashOf = hashEntry,
): string[] {
  const wrong: string[] = [];
  const folded: Folded = new Map();
  let before: Head = { size: 0, hash: noHash, at: 0 };
  for (const entry of entries) {
    const { seq, hash, at, debit, credit } = entry;
    if (seq !== before.size + 1) wrong.push(`entry ${seq} follows ${before.size}`);
    if (hash !== hashOf(before.hash, entry)) wrong.push(`the hash of entry ${seq} is wrong`);
    if (at < before.at) wrong.push(`entry ${seq} is older than the one before`);
    fold(folded, entry);
    for (const account of [debit, credit])
      if (!isValid(account, countersIn(folded, account)))
        wrong.push(`${account} is out of range after entry ${seq}`);
    before = { size: seq, hash, at };
  }
  if (before.size !== head.size || before.hash !== head.hash || before.at !== head.at)
    wrong.push("the head is not that of the last entry");
  return [...wrong, ...differencesOf(folded, counters)];
}

function differencesOf(folded: Folded, counters: ReadonlyMap<Account, Counters>): string[] {
  const none = { debits: 0, credits: 0 };
  return [...new Set([...folded.keys(), ...counters.keys()])]
    .filter((account) => {
      const [sum, stored] = [folded.get(account) ?? none, counters.get(account) ?? none];
      return sum.debits !== stored.debits || sum.credits !== stored.credits;
    })
    .map((account) => `${account} is not the sum of its entries`);
}
