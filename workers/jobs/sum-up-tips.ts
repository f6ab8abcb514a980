import { sumUpOldTips } from "#app/domains/value/tokens/received.server.ts";
import { createAppContext } from "../context.ts";
import { createLog } from "../log.ts";

/** Five hundred tips each. */
const batches = 20;

/** Keeps the sums of tips that are older than 13 months; their wallets keep every entry. */
export async function sumUpTips(env: Env): Promise<void> {
  const tips = await sumUpOldTips(createAppContext(new Request(env.CUE_ORIGIN), env, null), batches);
  if (tips > 0) createLog({ job: "sum-up-tips" }).info("tips-summed-up", { tips });
}
