import type { AppContext } from "#app/context.ts";
import { hasEvidence } from "./queries/tracklists.ts";

/** A tracklist with so many rows of evidence takes long to read. */
const longFrom = 300;
const keptMs = 2_000;

/** Part of a performance's tracklist that is the same for every guest: where it is long, it may be two seconds old. */
export async function keepLong<T>(
  ctx: Pick<AppContext, "db" | "answers">,
  performance: string,
  name: string,
  compute: () => Promise<T>,
): Promise<T> {
  if (!(await hasEvidence(ctx.db, performance, longFrom))) return compute();
  return ctx.answers.keep(`tracklists/${performance}/${name}`, keptMs, compute);
}
