/** Compares wallets with their copies in the database and with the log, and adds up all tokens there are. */
import type { AppContext } from "#app/context.ts";
import { sumsOf } from "#packages/ledger/entries.ts";
import {
  findCheck,
  findCompleteSince,
  listChanged,
  listResettled,
  listUnbalanced,
  listUnchanged,
  markChecked,
  markFrozen,
  readSupply,
  saveCheck,
} from "./queries/token-check.ts";
import { type LogRow, listLatestLines, replaceCopy } from "./queries/token-log.ts";
import type { WalletRow } from "./queries/wallets.ts";
import {
  compareWallet,
  excessOf,
  type Finding,
  findSupplyFaults,
  reconcileLimits,
} from "./reconcile-rules.ts";

type Ctx = Pick<AppContext, "db" | "clock" | "wallets" | "log">;

export interface Reconciliation {
  checked: number;
  /** Wallets that did not answer, and are asked again by the next run. */
  unheard: number;
  drift: string[];
}

const atOnce = 20;
/** Maximum number of findings in words: they must fit the operators' page and a row of the database. */
const maxWords = 100;
/** An entry's time and this Worker's may be taken by different clocks. */
const clockMarginMs = 5_000;
const setBackReason =
  "This wallet has lost some of its last entries. It takes tokens, but cannot send any until the operators have restored it.";

/** Checks wallets that have changed and some that have not, at most `limit` in all, and stores what differs. */
export async function reconcile(
  ctx: Ctx,
  limit: { changed: number; unchanged: number },
): Promise<Reconciliation> {
  const startedAt = ctx.clock.now();
  const [changed, unchanged, last] = await Promise.all([
    listChanged(ctx.db, limit.changed),
    listUnchanged(ctx.db, limit.unchanged),
    findCheck(ctx.db),
  ]);
  const rows = [...changed, ...unchanged];
  const [lines, resettled] = await Promise.all([
    listLatestLines(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    listResettled(ctx.db),
  ]);
  const outcomes: { id: string; finding: Finding | "unheard" }[] = [];
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce).map(async (row) => ({
      id: row.id,
      finding: await checkWallet(ctx, row, lines.get(row.id), resettled.get(row.id)),
    }));
    outcomes.push(...(await Promise.all(some)));
  }
  const inState = (...states: (Finding["state"] | "unheard")[]) =>
    outcomes
      .filter(({ finding }) => states.includes(finding === "unheard" ? finding : finding.state))
      .map(({ id }) => id);
  await markChecked(ctx.db, inState("fine"), startedAt - clockMarginMs);
  // Looked at again by the next run: what is wrong is reported until it is right.
  await markChecked(ctx.db, inState("ahead", "repaired", "drift", "set-back"), null);

  const unheard = inState("unheard");
  const found = outcomes.flatMap(({ finding }) => (finding === "unheard" ? [] : finding.words));
  const drift = [...findUnheard(rows, unheard, startedAt), ...found];
  const excess = await addUp(ctx, last?.excess ?? 0, drift);
  await saveCheck(ctx.db, {
    checkedAt: ctx.clock.now(),
    drift: drift.slice(0, maxWords),
    completeSince: await findCompleteSince(ctx.db),
    excess,
  });
  if (drift.length > 0) ctx.log.error("token-drift", { drift: drift.slice(0, maxWords) });
  return { checked: rows.length - unheard.length, unheard: unheard.length, drift };
}

/** Adds to `drift` what the sums of all copies show. Returns how much more was received than sent. */
async function addUp({ db }: Ctx, before: number, drift: string[]): Promise<number> {
  const [supply, unbalanced] = await Promise.all([readSupply(db), listUnbalanced(db, 10)]);
  drift.push(...unbalanced.map((id) => `Wallet ${id}: the sums of its copy in the database do not agree.`));
  const now = excessOf(supply);
  drift.push(...findSupplyFaults(supply, { now, before }));
  return now;
}

async function checkWallet(
  ctx: Ctx,
  row: WalletRow,
  line: LogRow | undefined,
  resettledAt: number | undefined,
): Promise<Finding | "unheard"> {
  const live = ctx.wallets.of(row.id);
  try {
    const { wrong, summary, oldestDelivery } = await live.check();
    const from = Math.max(0, Math.min(row.size, line?.size ?? row.size) - 1);
    const { entries: tail } = await live.entries(from);
    const now = ctx.clock.now();
    const finding = compareWallet({ row, line, resettledAt, wrong, summary, oldestDelivery, tail, now });
    if (finding.state === "repaired") {
      const { size, hash, at } = summary.head;
      await replaceCopy(ctx.db, row.id, { ...sumsOf(summary.accounts), size, head: hash, changedAt: at });
    }
    if (finding.state === "set-back") {
      await live.freeze(setBackReason);
      await markFrozen(ctx.db, row.id, setBackReason, now);
    }
    return finding;
  } catch (error) {
    ctx.log.warn("wallet-not-checked", { wallet: row.id, reason: String(error) });
    return "unheard";
  }
}

/** An object that is replaced while it is asked is no difference: it is asked again by the next run. */
function findUnheard(rows: readonly WalletRow[], unheard: readonly string[], now: number): string[] {
  const since = (row: WalletRow) => row.checkedAt ?? row.changedAt ?? row.createdAt;
  return rows
    .filter((row) => unheard.includes(row.id) && now - since(row) > reconcileLimits.unheardMs)
    .map(({ id }) => `Wallet ${id} has not answered for 2 hours.`);
}
