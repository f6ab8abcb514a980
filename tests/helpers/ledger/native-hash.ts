import { hash } from "node:crypto";
import type { UnchainedEntry } from "#packages/ledger/entries.ts";

/** The hash of an entry, written a second time, over Node's own SHA-256. */
export function nativeHash(before: string, entry: UnchainedEntry): string {
  const { seq, id, kind, debit, credit, amount, peer, reference, reverses, authorisation, at } = entry;
  const movement = `${seq}\n${id}\n${kind}\n${debit}\n${credit}\n${amount}`;
  return hash(
    "sha256",
    `${before}\n${movement}\n${peer ?? ""}\n${reference}\n${reverses ?? ""}\n${authorisation}\n${at}`,
  );
}
