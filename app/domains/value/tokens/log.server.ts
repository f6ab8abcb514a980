/** The instance's log: each head of a wallet that has changed becomes a line of one chain, which anyone may copy. */
import type { AppContext } from "#app/context.ts";
import { noHash } from "#packages/ledger/chain.ts";
import type { LogInput, LogView } from "./contract/proof.ts";
import {
  appendLines,
  findLastLine,
  type LogRow,
  listLatestLines,
  listLines,
  listUnlogged,
} from "./queries/token-log.ts";
import { hashLogLine, type LogLine, logText } from "./statement.ts";

const maxLines = 1_000;

/**
 * Adds a line for each head that the log does not have, at most `limit`. A repetition adds none: the lines and what the
 * wallets' rows say of them are written together, and a head that has its line gets no other. Of two writers at the
 * same time one fails, because a number is given once. Returns the number of new lines.
 */
export async function logHeads(ctx: Pick<AppContext, "db" | "clock">, limit: number): Promise<number> {
  const due = await listUnlogged(ctx.db, limit);
  if (due.length === 0) return 0;
  const ids = due.map(({ walletId }) => walletId);
  const [latest, last] = await Promise.all([listLatestLines(ctx.db, ids), findLastLine(ctx.db)]);
  const lines: LogRow[] = [];
  let before = last ?? { seq: 0, hash: noHash, at: 0 };
  const at = Math.max(ctx.clock.now(), before.at);
  for (const { walletId, size, head } of due) {
    const known = latest.get(walletId);
    if (known?.size === size && known.head === head) continue;
    const line = { seq: before.seq + 1, walletId, size, head, at };
    before = { ...line, hash: hashLogLine(before.hash, { ...line, wallet: walletId }) };
    lines.push({ ...line, hash: before.hash });
  }
  await appendLines(ctx.db, { lines, logged: due });
  return lines.length;
}

/** The log from a line on, with its signed end. */
export async function openTokenLog(
  ctx: Pick<AppContext, "db" | "signer">,
  { after = 0, limit = maxLines }: LogInput,
): Promise<LogView> {
  const [last, previous, rows, publicKey] = await Promise.all([
    findLastLine(ctx.db),
    after === 0 ? undefined : findLastLine(ctx.db, after),
    listLines(ctx.db, after, limit),
    ctx.signer.publicKey(),
  ]);
  // A line may have been added between the queries.
  const end = [last, rows.at(-1)].reduce((a, b) => ((b?.seq ?? 0) > (a?.seq ?? 0) ? b : a));
  const head = { seq: end?.seq ?? 0, hash: end?.hash ?? noHash, at: end?.at ?? 0 };
  const signature = await ctx.signer.sign(logText(head));
  return { publicKey, head, signature, before: previous?.hash ?? noHash, lines: rows.map(toLogLine) };
}

export function toLogLine({ walletId, ...line }: LogRow): LogLine {
  const { seq, size, head, at, hash } = line;
  return { seq, wallet: walletId, size, head, at, hash };
}
