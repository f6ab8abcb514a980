/** Taking back a reference that turned out to be wrong. */
import type { AppContext } from "#app/context.ts";
import { countWitnesses, expireReference, listHeardBy, listReferences } from "#db/queries/harvest.ts";
import { retractHeard } from "./retract.server.ts";

/**
 * The reference, which was taken from a broadcast, names nothing any more, and what it has named before loses its name. What it stood for is compared anew
 * when it is heard again. False where there is none, also for a performer's own file.
 */
export async function removeReference(
  deps: Pick<AppContext, "db" | "clock" | "ids">,
  id: string,
): Promise<boolean> {
  const [reference] = await listReferences(deps.db, [id], deps.clock.now());
  if (reference === undefined || reference.grade === "A") return false;
  await deps.db.batch(expireReference(deps.db, id));
  if (reference.sameAs !== null) await countWitnesses(deps.db, reference.sameAs);
  await retractHeard(deps, await listHeardBy(deps.db, [id]));
  return true;
}
