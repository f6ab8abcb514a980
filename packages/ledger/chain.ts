/**
 * A wallet's entries and the instance's log are chains: each hash covers the fields of its entry and the hash before,
 * so that no entry can change, vanish or move without changing every later hash. The same code runs in the objects, on
 * pages and on the command line. See docs/tokens.md.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Entry, UnchainedEntry } from "./entries.ts";

/** The hash before the first entry. */
export const noHash = "";

/** The hash (hex) of an entry after the one with the hash `before`: SHA-256 over one field per line. */
export function hashEntry(before: string, entry: UnchainedEntry): string {
  const { seq, id, kind, debit, credit, amount, peer, reference, reverses, authorisation, at } = entry;
  return hashLines([
    before,
    seq,
    id,
    kind,
    debit,
    credit,
    amount,
    peer ?? "",
    reference,
    reverses ?? "",
    authorisation,
    at,
  ]);
}

/** The sequence number of the first entry whose hash is not that of its fields after its predecessor; null: none. */
export function findBrokenEntry(entries: readonly Entry[], before = noHash, first = 1): number | null {
  let hash = before;
  for (const [index, entry] of entries.entries()) {
    if (entry.seq !== first + index || hashEntry(hash, entry) !== entry.hash) return first + index;
    hash = entry.hash;
  }
  return null;
}

/** SHA-256 (hex) over these fields, one a line. Throws where a field would take more than its line. */
export function hashLines(fields: readonly (string | number)[]): string {
  const lines = fields.map(String);
  if (lines.some((line) => line.includes("\n"))) throw new Error("a field has more than one line");
  return bytesToHex(sha256(utf8ToBytes(lines.join("\n"))));
}
