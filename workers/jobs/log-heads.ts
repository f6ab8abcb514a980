import { logHeads as logSome } from "#app/domains/value/tokens/log.server.ts";
import { createAppContext } from "../context.ts";
import { createLog } from "../log.ts";

const atOnce = 500;
/**
 * Maximum number of rounds of about four queries each, of the thousand that a run may make together with the other
 * hourly jobs.
 */
const maxRounds = 40;

/** Adds the heads of wallets that have changed in the last hour to the instance's log. */
export async function logHeads(env: Env): Promise<void> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  try {
    for (let round = 0; round < maxRounds; round++) if ((await logSome(ctx, atOnce)) < atOnce) return;
  } catch (error) {
    // Another run has added lines at the same time. What is due stays due.
    createLog({ job: "log-heads" }).warn("heads-not-logged", { reason: String(error) });
  }
}
