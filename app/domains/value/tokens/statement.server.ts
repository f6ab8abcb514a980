import type { AppContext } from "#app/context.ts";
import { csvText, toCsvTable } from "#app/domains/base/text/csv.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { noHash } from "#packages/ledger/chain.ts";
import type { Entry } from "#packages/ledger/entries.ts";
import { toLogLine } from "./log.server.ts";
import type { WalletPort } from "./port.ts";
import { findLastLine, findLine } from "./queries/token-log.ts";
import { type LogLine, logText, type Statement, statementText } from "./statement.ts";
import { walletOf } from "./wallet-of.server.ts";

const rate = { max: 20, perMs: 3_600_000 };

/** The viewer's own statement, in pieces: it may be large. Throws `not-found` before their first token. */
export async function openStatement(
  ctx: AppContext,
): Promise<{ fileName: string; pieces: AsyncIterable<string> }> {
  const { row, live, head } = await openOwnWallet(ctx);
  const { accounts, ...end } = head;
  const madeAt = ctx.clock.now();
  const unsigned: Omit<Statement, "entries" | "signature"> = {
    format: "cue-statement",
    version: 1,
    origin: ctx.config.origin,
    wallet: row.id,
    address: row.address,
    madeAt,
    head: { ...end, accounts },
    log: await openLine(ctx, row.id, end.size),
    publicKey: await ctx.signer.publicKey(),
  };
  const signed = { ...unsigned, signature: await ctx.signer.sign(statementText(unsigned)) };
  return {
    fileName: `cue-tokens-${new Date(madeAt).toISOString().slice(0, 10)}.json`,
    pieces: statementPieces(signed, live, end.size),
  };
}

/** The same entries as a table, without anything that proves them. */
export async function openStatementTable(
  ctx: AppContext,
): Promise<{ fileName: string; pieces: AsyncIterable<string> }> {
  const { live, head } = await openOwnWallet(ctx);
  const day = new Date(ctx.clock.now()).toISOString().slice(0, 10);
  return { fileName: `cue-tokens-${day}.csv`, pieces: tablePieces(live, head.size) };
}

async function openOwnWallet(ctx: AppContext) {
  const viewer = requireViewer(ctx);
  requireOk(await ctx.limits.take(`token-statement:${viewer.id}`, rate));
  const wallet = await walletOf(ctx, viewer.id);
  if (wallet === null) throw new AppError("not-found");
  const { accounts, head } = await wallet.live.summary();
  const named = Object.entries(accounts).map(([name, counters]) => ({ name, ...counters }));
  return { ...wallet, head: { ...head, accounts: named as Statement["head"]["accounts"] } };
}

/** The wallet's newest line in the log, with the instance's signature of the log as far as this line. */
async function openLine(
  ctx: Pick<AppContext, "db" | "signer">,
  wallet: string,
  size: number,
): Promise<Statement["log"]> {
  const row = await findLine(ctx.db, wallet, size);
  if (row === undefined) return null;
  const line: LogLine = toLogLine(row);
  const previous = line.seq === 1 ? undefined : await findLastLine(ctx.db, line.seq - 1);
  return { line, before: previous?.hash ?? noHash, signature: await ctx.signer.sign(logText(line)) };
}

async function* statementPieces(
  signed: Omit<Statement, "entries">,
  live: WalletPort,
  size: number,
): AsyncIterable<string> {
  yield `${JSON.stringify(signed).slice(0, -1)},"entries":[`;
  for await (const entry of entriesOf(live, size)) {
    const isFirst = entry.seq === 1;
    yield `${isFirst ? "" : ","}\n${JSON.stringify(entry)}`;
  }
  yield "\n]}\n";
}

const columns = [
  "seq",
  "id",
  "kind",
  "debit",
  "credit",
  "amount",
  "reference",
  "reverses",
  "authorisation",
  "at",
  "hash",
] as const;

async function* tablePieces(live: WalletPort, size: number): AsyncIterable<string> {
  yield toCsvTable([columns]);
  for await (const entry of entriesOf(live, size)) {
    const at = new Date(entry.at).toISOString();
    yield toCsvTable([columns.map((name) => csvText(name === "at" ? at : String(entry[name] ?? "")))]);
  }
}

/** Returns entries by number, as many as there were when the statement was begun. */
async function* entriesOf(live: WalletPort, size: number): AsyncIterable<Entry> {
  for (let seq = 0; seq < size; ) {
    const entries = await live.statedEntries(seq);
    if (entries.length === 0) return;
    for (const entry of entries) if (entry.seq <= size) yield entry;
    seq = entries.at(-1)?.seq ?? size;
  }
}
