/**
 * A statement: every entry of a wallet, with the head that the instance has signed and its line in the instance's log.
 * Made by the Worker; checked without a network by the page, by the command, and by anyone else.
 */
import * as z from "zod/mini";
import { hashLines, noHash } from "#packages/ledger/chain.ts";
import { foldEntries } from "#packages/ledger/check.ts";
import { balanceOf, type Entry, type Account as LedgerAccount } from "#packages/ledger/entries.ts";
import { isSignedBy, publicKeyPattern, signaturePattern } from "#packages/ledger/signature.ts";
import { claimKinds, tokenLimits } from "./rules.ts";
import { findEntryFaults } from "./statement-entries.ts";

const Line = z.string().check(z.regex(/^[^\n]{1,500}$/));
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const HashOrNone = z.string().check(z.regex(/^([0-9a-f]{64})?$/));
const PublicKey = z.string().check(z.regex(publicKeyPattern));
const Signature = z.string().check(z.regex(signaturePattern));
const Count = z.number().check(z.int(), z.minimum(0));
const Account: z.ZodMiniType<LedgerAccount> = z.enum([
  "spendable",
  "outgoing",
  "sent",
  "received",
  "retired",
  ...claimKinds.map((kind) => `issued:${kind}` as const),
]);

const StatementEntry = z.strictObject({
  seq: Count,
  id: Line,
  kind: z.enum(["send", "confirm", "return", "receive", "mint", "retire"]),
  debit: Account,
  credit: Account,
  amount: z.number().check(z.int(), z.minimum(1), z.maximum(tokenLimits.maxEntry)),
  peer: z.nullable(Line),
  reference: Line,
  reverses: z.nullable(Line),
  authorisation: Line,
  at: Count,
  hash: Hash,
});

/** A line of the instance's log: the wallet had this head. Its hash covers all lines before it. */
export const LogLine = z.strictObject({
  seq: Count,
  wallet: Line,
  size: Count,
  head: Hash,
  at: Count,
  hash: Hash,
});
export type LogLine = z.infer<typeof LogLine>;

export const Statement = z.strictObject({
  format: z.literal("cue-statement"),
  version: z.literal(1),
  /** Origin of the instance that has signed it. */
  origin: Line,
  wallet: Line,
  address: z.nullable(Line),
  madeAt: Count,
  head: z.strictObject({
    size: Count,
    hash: HashOrNone,
    /** The time of the last entry; 0 without any. */
    at: Count,
    /** Those that have entries, by name. */
    accounts: z.array(z.strictObject({ name: Account, debits: Count, credits: Count })),
  }),
  /**
   * The wallet's newest line in the log, with the hash of the line before it and the instance's signature of the log
   * as far as this line; null until the first hour is over.
   */
  log: z.nullable(z.strictObject({ line: LogLine, before: HashOrNone, signature: Signature })),
  publicKey: PublicKey,
  /** Signature over `statementText`. */
  signature: Signature,
  entries: z.array(StatementEntry),
});
export type Statement = z.infer<typeof Statement>;

/** Returns the signed text of a statement: everything but its entries, which the head's hash covers. */
export function statementText(statement: Omit<Statement, "entries" | "signature">): string {
  const { origin, wallet, address, madeAt, head, log, publicKey } = statement;
  const accounts = head.accounts.map(({ name, debits, credits }) => `${name} ${debits} ${credits}`);
  return [
    "cue token statement 1",
    publicKey,
    origin,
    wallet,
    address ?? "",
    madeAt,
    head.size,
    head.hash,
    head.at,
    accounts.join(", "),
    log?.line.hash ?? "",
  ].join("\n");
}

/** Returns the signed text of the instance's log: how many lines it has, and the hash and time of the last. */
export function logText({ seq, hash, at }: { seq: number; hash: string; at: number }): string {
  return ["cue token log 1", seq, hash, at].join("\n");
}

/** The hash of a line of the log after the line with the hash `before`. */
export function hashLogLine(before: string, { seq, wallet, size, head, at }: Omit<LogLine, "hash">): string {
  return hashLines([before, seq, wallet, size, head, at]);
}

export interface Verdict {
  /** Faults in words; empty: the statement is in order. */
  faults: string[];
  /** The summary; null where it is not a statement at all. */
  summary: StatementSummary | null;
}

export interface StatementSummary {
  wallet: string;
  origin: string;
  publicKey: string;
  balance: number;
  entries: number;
  /** Times of its first and last entry (epoch ms); null without any. */
  period: { from: number; to: number } | null;
  madeAt: number;
  /** The number of its entries that the log confirms. */
  logged: number;
  /** Its line's number and hash in the log, or null. */
  line: { seq: number; hash: string } | null;
}

export const wrongFile = "This is not a statement of a wallet.";
export const wrongSigner = "The signature is not from this site.";
export const wrongLine = "It does not match the public log.";
export const damagedFile = "The file is damaged and cannot be read.";
const maxFaults = 20;

/** `verifyStatement` of files. */
export async function verifyFile(
  text: string,
  { publicKey, earlier }: { publicKey?: string | undefined; earlier?: string | undefined } = {},
): Promise<Verdict> {
  const value = parse(text);
  if (value === undefined)
    return { faults: [text.includes("cue-statement") ? damagedFile : wrongFile], summary: null };
  // What cannot be read is no statement either.
  const before = earlier === undefined ? {} : { earlier: parse(earlier) ?? null };
  return verifyStatement(value, { publicKey, ...before });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the faults of a statement (JSON, parsed). `publicKey`: of the instance that must have signed it; without one,
 * the key that the statement names. `earlier`: an older statement of the same wallet, which this one must continue.
 */
export async function verifyStatement(
  value: unknown,
  { publicKey, earlier }: { publicKey?: string | undefined; earlier?: unknown } = {},
): Promise<Verdict> {
  const parsed = Statement.safeParse(value);
  if (!parsed.success)
    return { faults: [nameFault(value, parsed.error.issues[0]?.path ?? [])], summary: null };
  const statement = parsed.data;
  const faults = [
    ...(await findEntryFaults(statement.entries as Entry[], statement.head)),
    ...findBalanceFault(statement),
    ...(await findSignatureFaults(statement, publicKey ?? statement.publicKey)),
    ...(earlier === undefined ? [] : await findEarlierFaults(statement, earlier, publicKey)),
  ];
  return { faults: faults.slice(0, maxFaults), summary: summarize(statement) };
}

/** The fault of a field with a form that no statement has. */
function nameFault(value: unknown, [part, index]: readonly PropertyKey[]): string {
  const isStatement = typeof value === "object" && value !== null && "entries" in value && "head" in value;
  if (!isStatement) return wrongFile;
  if (part === "entries" && typeof index === "number") return `Entry ${index + 1} was changed.`;
  if (part === "signature" || part === "publicKey") return wrongSigner;
  if (part === "log") return wrongLine;
  return "The statement was changed outside its entries.";
}

function findBalanceFault({ entries, head }: Statement): string[] {
  const sums = [...foldEntries(entries as Entry[])].map(([name, counters]) => ({ name, ...counters }));
  const asText = (accounts: Statement["head"]["accounts"]) =>
    accounts
      .map(({ name, debits, credits }) => `${name} ${debits} ${credits}`)
      .toSorted()
      .join("\n");
  return asText(sums) === asText(head.accounts) ? [] : ["The balance is not the sum of the entries."];
}

async function findSignatureFaults(statement: Statement, publicKey: string): Promise<string[]> {
  const { signature, log, wallet, entries } = statement;
  const isOurs =
    publicKey === statement.publicKey &&
    (await isSignedBy({ text: statementText(statement), publicKey, signature }));
  if (!isOurs) return [wrongSigner];
  if (log === null) return [];
  const { line, before } = log;
  const isInLog =
    line.wallet === wallet &&
    entries[line.size - 1]?.hash === line.head &&
    hashLogLine(before, line) === line.hash &&
    (await isSignedBy({ text: logText(line), publicKey, signature: log.signature }));
  return isInLog ? [] : [wrongLine];
}

async function findEarlierFaults(
  statement: Statement,
  value: unknown,
  publicKey: string | undefined,
): Promise<string[]> {
  const { faults } = await verifyStatement(value, { publicKey });
  const parsed = Statement.safeParse(value);
  if (!parsed.success || faults.length > 0) return faults.map((fault) => `The earlier statement: ${fault}`);
  const { wallet, head } = parsed.data;
  if (wallet !== statement.wallet) return ["The earlier statement belongs to another wallet."];
  if (head.size > statement.entries.length) return ["The earlier statement has more entries than this one."];
  const isBeginning = (statement.entries[head.size - 1]?.hash ?? noHash) === head.hash;
  return isBeginning ? [] : ["This statement does not continue the earlier one."];
}

function summarize({ wallet, origin, publicKey, madeAt, entries, head, log }: Statement): StatementSummary {
  const [first, last] = [entries[0], entries.at(-1)];
  const spendable = head.accounts.find(({ name }) => name === "spendable");
  return {
    wallet,
    origin,
    publicKey,
    balance: spendable === undefined ? 0 : balanceOf("spendable", spendable),
    entries: entries.length,
    period: first === undefined || last === undefined ? null : { from: first.at, to: last.at },
    madeAt,
    logged: log?.line.size ?? 0,
    line: log === null ? null : { seq: log.line.seq, hash: log.line.hash },
  };
}
