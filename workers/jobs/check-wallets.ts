import { reconcile } from "#app/domains/value/tokens/reconcile.server.ts";
import { createAppContext } from "../context.ts";
import { createLog } from "../log.ts";

/** Two calls of an object each. */
const max = { changed: 400, unchanged: 50 } as const;

/** Compares wallets with their copies and with the log, and adds up all tokens. */
export async function checkWallets(env: Env): Promise<void> {
  const log = createLog({ job: "check-wallets" });
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  const { drift, ...counts } = await reconcile({ ...ctx, log }, max);
  if (counts.checked > 0) log.info("wallets-checked", { ...counts, differences: drift.length });
}
