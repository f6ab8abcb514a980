/** Performers who agree with the name of a reference, and the consequences where they no longer do. */
import type { AppContext } from "#app/context.ts";
import { trustedFrom } from "#app/domains/music/recognition/queries/references.ts";
import { countIndependent } from "#app/domains/people/accounts/independent.ts";
import { isAgreed, isOwn } from "../claims.ts";
import { listHeardBy } from "../queries/harvest.ts";
import { listBroadcasters, listCounted, listVoices, setWitnesses } from "../queries/witnesses.ts";
import { retractHeard } from "./retract.server.ts";

type Deps = Pick<AppContext, "db" | "clock" | "ids">;

const countedAtOnce = 500;

/** Counts the independent performers who have broadcast the sound of each of these references under its name. */
async function countWitnesses({ db, clock }: Deps, ids: readonly string[]): Promise<Map<string, number>> {
  const byReference = Map.groupBy(await listBroadcasters(db, ids), ({ reference }) => reference);
  return new Map(ids.map((id) => [id, countIndependent(byReference.get(id) ?? [], clock.now())]));
}

/** Whether a reference names others' plays once this performer, too, has broadcast its sound under its name. */
export async function isEnoughWith(
  { db, clock }: Deps,
  reference: string,
  performerId: string,
): Promise<boolean> {
  const voices = await Promise.all([listBroadcasters(db, [reference]), listVoices(db, [performerId])]);
  return countIndependent(voices.flat(), clock.now()) >= trustedFrom;
}

/** Counts again who agrees with a reference that another one has joined or left. */
export async function recount(deps: Deps, id: string): Promise<void> {
  const count = (await countWitnesses(deps, [id])).get(id) ?? 0;
  await setWitnesses(deps.db, id, count);
}

/**
 * Counts again for all references: accounts come of age, are banned and deleted. Where too few are left who agree, what
 * the reference has named for others loses its name.
 */
export async function recountAll(deps: Deps): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await listCounted(deps.db, after, countedAtOnce);
    const counts = await countWitnesses(
      deps,
      rows.map(({ id }) => id),
    );
    for (const { id, witnesses } of rows) {
      const count = counts.get(id) ?? 0;
      if (count === witnesses) continue;
      // What it has named goes first: an interrupted run begins again here.
      if (witnesses >= trustedFrom && count < trustedFrom) await takeBackNamed(deps, id);
      await setWitnesses(deps.db, id, count);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < countedAtOnce) return;
    after = last.id;
  }
}

/**
 * Takes back what a reference has named for others while enough performers agreed with it. `but`: who says it still, in
 * their own tracklists.
 */
export async function takeBackNamed(deps: Deps, reference: string, but: string | null = null): Promise<void> {
  const rows = await listHeardBy(deps.db, [reference]);
  await retractHeard(
    deps,
    rows.filter(
      (row) => row.grade !== "C" && isAgreed(row) && !isOwn(row) && (but === null || row.performerId !== but),
    ),
  );
}
