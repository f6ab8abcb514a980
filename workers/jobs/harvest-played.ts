import { harvest } from "#app/domains/air/tracklists/harvest/harvest.server.ts";
import { listHarvestDue, setHarvestDue } from "#app/domains/air/tracklists/queries/harvest.ts";
import { createAppContext } from "../context.ts";
import { createLog } from "../log.ts";

/** Each may compare many spans. */
const atOnce = 10;
const againMs = 30 * 60_000;

/** Takes references from performances that have ended, or of which something was said since. */
export async function harvestPlayed(env: Env): Promise<void> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  const log = createLog({ job: "harvest-played" });
  const now = ctx.clock.now();
  for (const id of await listHarvestDue(ctx.db, now, atOnce))
    try {
      await harvest(ctx, id);
      await setHarvestDue(ctx.db, id, null, now);
    } catch (error) {
      log.warn("not-harvested", { performance: id, reason: String(error) });
      await setHarvestDue(ctx.db, id, now + againMs, now);
    }
}
