/** Asks AcoustID which recordings the files of crates are, by the fingerprints that came with them. */
import type { AppContext } from "#app/context.ts";
import { sleep } from "#app/domains/base/time/sleep.ts";
import { type AcoustIdAnswer, lookUp } from "#app/domains/people/integrations/acoustid/client.ts";
import {
  askLater,
  listReferencesToAsk,
  noteAcoustId,
  type ReferenceToAsk,
} from "../recognition/queries/acoustid.ts";
import { isLeftAlone, leaveAlone, type Pause, takeTurn } from "./pace.server.ts";
import { pickHeard } from "./pick-heard.ts";
import { userAgentOf } from "./user-agent.ts";

export const acoustIdTerms = {
  /** Limit of one run, of which there is one every five minutes. */
  maxReferences: 200,
  /** A run ends before the next one starts. */
  maxRunMs: 240_000,
  /** Wait after a failure: a file that always fails is in nobody's way. */
  failedMs: 86_400_000,
  /** While it does not know the key: an operator has to look. */
  refusedMs: 3_600_000,
} as const;

type Ctx = Pick<AppContext, "db" | "connect" | "clock" | "limits" | "config" | "log">;

/** Nothing where AcoustID is switched off, or has asked to be left alone until later. */
export async function askAcoustId(ctx: Ctx, pause: Pause = sleep): Promise<void> {
  const service = ctx.connect("acoustid");
  if (service === null) return;
  const startedAt = ctx.clock.now();
  const waiting = await listReferencesToAsk(ctx.db, { now: startedAt, limit: acoustIdTerms.maxReferences });
  if (waiting.length === 0 || (await isLeftAlone(ctx, "acoustid"))) return;
  const turn = () => takeTurn(ctx, "acoustid", pause);
  const deps = { clock: ctx.clock, userAgent: userAgentOf(ctx.config), turn };
  const counts = { asked: 0, found: 0 };
  for (const reference of waiting) {
    if (ctx.clock.now() - startedAt > acoustIdTerms.maxRunMs) break;
    const answer = await lookUp(service, deps, reference);
    counts.asked += 1;
    if (answer.is === "found" || answer.is === "none") {
      const found = answer.is === "found" ? pickHeard(reference, answer.value) : null;
      await noteAcoustId(ctx.db, reference, found, ctx.clock.now());
      if (found !== null) counts.found += 1;
      continue;
    }
    // Others would fail as well. The next run tries again.
    await stop(ctx, reference, answer);
    break;
  }
  ctx.log.info("acoustid-asked", counts);
}

async function stop(
  ctx: Ctx,
  { id }: ReferenceToAsk,
  answer: Exclude<AcoustIdAnswer, { is: "found" | "none" }>,
): Promise<void> {
  ctx.log.warn("acoustid-stopped", answer);
  const { refusedMs, failedMs } = acoustIdTerms;
  if (answer.is === "failed") await askLater(ctx.db, id, ctx.clock.now() + failedMs);
  else await leaveAlone(ctx, "acoustid", answer.is === "wait" ? answer.forMs : refusedMs);
}
