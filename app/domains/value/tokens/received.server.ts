/** Tips to a performer, as a list and as a file; and what is left of old tips. */
import type { AppContext } from "#app/context.ts";
import { csvText, toCsvTable } from "#app/domains/base/text/csv.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { ReceivedView } from "./contract/tokens.ts";
import { listReceived as listRows, type ReceivedRow, sumUpTips } from "./queries/received-tips.ts";
import { utcMonthOf } from "./rules.ts";
import { walletOf } from "./wallet-of.server.ts";

const shown = 500;
const inFile = 50_000;
const monthsKept = 13;
const tipsAtOnce = 500;

async function rowsOf(ctx: AppContext, limit: number): Promise<ReceivedRow[]> {
  const wallet = await walletOf(ctx, requireViewer(ctx).id);
  return wallet === null ? [] : listRows(ctx.db, wallet.row.id, limit);
}

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

/** The newest 500. Throws `authorization`. */
export async function listReceived(ctx: AppContext): Promise<ReceivedView[]> {
  return (await rowsOf(ctx, shown)).map((row) => ({
    set: named(row.setId, row.setName),
    stage: named(row.stageId, row.stageName),
    at: row.at,
    tips: row.tips,
    amount: row.amount,
  }));
}

/** All of them, as a table for spreadsheets; times in UTC. Throws `authorization`. */
export async function exportReceived(ctx: AppContext): Promise<string> {
  const head = ["time", "set", "stage", "tips", "tokens"];
  const rows = (await rowsOf(ctx, inFile)).map(({ at, setName, stageName, tips, amount }) => [
    new Date(at).toISOString(),
    csvText(setName ?? ""),
    csvText(stageName ?? ""),
    String(tips),
    String(amount),
  ]);
  return toCsvTable([head, ...rows]);
}

/** Replaces tips of months that ended more than 13 months ago by their sums; at most `batches` times 500. */
export async function sumUpOldTips(ctx: Pick<AppContext, "clock" | "db">, batches: number): Promise<number> {
  const until = utcMonthOf(ctx.clock.now(), monthsKept);
  let summed = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const some = await sumUpTips(ctx.db, until, tipsAtOnce);
    summed += some;
    if (some < tipsAtOnce) break;
  }
  return summed;
}
