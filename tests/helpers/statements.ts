/** Statements made without a wallet object, and what an instance would sign of them. */
import { importKeys } from "#app/domains/people/accounts/security/signer.ts";
import {
  hashLogLine,
  type LogLine,
  logText,
  type Statement,
  statementText,
} from "#app/domains/value/tokens/statement.ts";
import { hashEntry, noHash } from "#packages/ledger/chain.ts";
import { foldEntries } from "#packages/ledger/check.ts";
import { type Account, type Entry, type UnchainedEntry } from "#packages/ledger/entries.ts";

export interface TestSigner {
  publicKey: string;
  sign(text: string): Promise<string>;
}

/** An instance's key, from one byte. */
export async function signerOf(byte: number): Promise<TestSigner> {
  const { privateKey, publicKey } = await importKeys(new Uint8Array(32).fill(byte));
  return {
    publicKey,
    async sign(text) {
      const bytes = await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text));
      return Buffer.from(bytes).toString("hex");
    },
  };
}

type Move = Pick<UnchainedEntry, "kind" | "debit" | "credit" | "amount"> & Partial<UnchainedEntry>;

/** A wallet that has got 50 tokens, sent 5 and received 25, again and again. */
export function movesOf(count: number): Move[] {
  const around: Move[] = [
    { kind: "mint", debit: "issued:welcome", credit: "spendable", amount: 50, authorisation: "claim" },
    {
      kind: "send",
      debit: "spendable",
      credit: "outgoing",
      amount: 5,
      peer: "them",
      authorisation: "session",
    },
    { kind: "confirm", debit: "outgoing", credit: "sent", amount: 5, peer: "them" },
    { kind: "receive", debit: "received", credit: "spendable", amount: 25, peer: "fan" },
  ];
  return Array.from({ length: count }, (_, i) => around[i % around.length] as Move);
}

/** Entries with numbers, ids, times and hashes. */
export function chain(moves: readonly Move[]): Entry[] {
  let before = noHash;
  return moves.map((move, index) => {
    const seq = index + 1;
    const reference = `r${seq}`;
    const entry: UnchainedEntry = {
      seq,
      id: `${move.kind}/${reference}`,
      peer: null,
      reference,
      reverses: null,
      authorisation: "wallet",
      at: 1_790_000_000_000 + seq,
      ...move,
    };
    before = hashEntry(before, entry);
    return { ...entry, hash: before };
  });
}

/** A statement of these entries, with a line in a log that has had three lines before it. */
export async function statementOf(
  entries: readonly Entry[],
  signer: TestSigner,
  { logged = entries.length, wallet = "w1" }: { logged?: number | null; wallet?: string } = {},
): Promise<Statement> {
  const last = entries.at(-1);
  const accounts = [...foldEntries(entries)].map(([name, counters]) => ({
    name: name as Account,
    ...counters,
  }));
  const unsigned = {
    format: "cue-statement" as const,
    version: 1 as const,
    origin: "https://radio.example",
    wallet,
    address: null,
    madeAt: 1_790_000_100_000,
    head: { size: entries.length, hash: last?.hash ?? noHash, at: last?.at ?? 0, accounts },
    log: logged === null ? null : await lineOf(wallet, entries[logged - 1] as Entry, signer),
    publicKey: signer.publicKey,
  };
  return { ...unsigned, signature: await signer.sign(statementText(unsigned)), entries: [...entries] };
}

async function lineOf(wallet: string, { seq: size, hash: head }: Entry, signer: TestSigner) {
  const before = "ab".repeat(32);
  const unhashed = { seq: 4, wallet, size, head, at: 1_790_000_050_000 };
  const line: LogLine = { ...unhashed, hash: hashLogLine(before, unhashed) };
  return { line, before, signature: await signer.sign(logText(line)) };
}
