/** Taking back a reference that turned out to be wrong. */
import type { AppContext } from "#app/context.ts";
import { type ReferenceRow, trustedFrom } from "#app/domains/music/recognition/queries/references.ts";
import { expireReference, handOver, listAgreeing, listHeardBy, listReferences } from "../queries/harvest.ts";
import { retractHeard } from "./retract.server.ts";
import { recount, takeBackNamed } from "./witnesses.server.ts";

type Deps = Pick<AppContext, "db" | "clock" | "ids">;

/**
 * Takes back what was taken from a broadcast, because its performer says something else of it now. Where another one has
 * agreed with it, it is theirs from now on. It loses what it has named in the performer's own tracklists; in those of
 * others only where the name was wrong (`isWithheld`: it is only hidden, unreleased or contradicted) and where fewer
 * performers than it takes still say it.
 */
export async function withdrawReference(
  deps: Deps,
  { id, ownerId, sameAs }: ReferenceRow,
  { isWithheld }: { isWithheld: boolean },
): Promise<void> {
  const { db } = deps;
  const heard = await listHeardBy(db, [id]);
  const [heir] = await listAgreeing(db, id);
  if (heir === undefined) await db.batch(expireReference(db, id));
  else await db.batch(handOver(db, id, heir));
  const standing = heir === undefined ? sameAs : id;
  if (standing !== null) await recount(deps, standing);
  const [left] = standing === null ? [] : await listReferences(db, [standing], deps.clock.now());
  const isBacked = left !== undefined && left.witnesses >= trustedFrom;
  const isGone = ({ performerId }: { performerId: string | null }) =>
    performerId === ownerId || (!isWithheld && !isBacked && performerId !== left?.ownerId);
  await retractHeard(deps, heard.filter(isGone));
  // What it has agreed with names nothing for others either, where it is now one performer's word alone.
  if (sameAs !== null && heir === undefined && !isWithheld && !isBacked)
    await takeBackNamed(deps, sameAs, left?.ownerId ?? null);
}

/**
 * The reference, which was taken from a broadcast, names nothing any more, and what it has named before loses its name. What it stood for is compared anew
 * when it is heard again. False where there is none, also for a performer's own file.
 */
export async function removeReference(deps: Deps, id: string): Promise<boolean> {
  const [reference] = await listReferences(deps.db, [id], deps.clock.now());
  if (reference === undefined || reference.grade === "A") return false;
  await deps.db.batch(expireReference(deps.db, id));
  if (reference.sameAs !== null) await recount(deps, reference.sameAs);
  await retractHeard(deps, await listHeardBy(deps.db, [id]));
  if (reference.sameAs !== null) {
    const [left] = await listReferences(deps.db, [reference.sameAs], deps.clock.now());
    if (left !== undefined && left.witnesses < trustedFrom) await takeBackNamed(deps, left.id, left.ownerId);
  }
  return true;
}
