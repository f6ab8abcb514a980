/** Keeps the index of all references what the database says. */
import type { AppContext } from "#app/context.ts";
import { arePeaks } from "#packages/fingerprint/peak-format.ts";
import { Comparisons } from "../crate/comparisons.server.ts";
import { joinBySound } from "../crate/join.server.ts";
import { listToIndex, listToRemove, setIndexed } from "../queries/cold-index.ts";
import { deleteReferences } from "../queries/references.ts";

type Deps = Pick<AppContext, "db" | "clock" | "coldIndex" | "referencePeaks">;

/** References in one run, each with some thousand triplets, and bytes of their peaks: three to a peak. */
const addedAtOnce = { references: 20, bytes: 600_000 } as const;
/** Comparisons of sound in one run. */
const comparedAtOnce = 20;
const removedAtOnce = 200;

/** Adds what is missing and removes what does not belong there any more, a part of it at a time. */
export async function keepIndex({ db, clock, coldIndex, referencePeaks }: Deps): Promise<void> {
  const now = clock.now();
  const gone = await listToRemove(db, now, removedAtOnce);
  if (gone.length > 0) {
    await coldIndex.remove(gone);
    await setIndexed(db, gone, null);
  }
  const missing = await listToIndex(db, now, addedAtOnce.references);
  if (missing.length === 0) return;
  const peaks = await referencePeaks.read(missing.map(({ id }) => id));
  const readable = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const { id, owner } of missing) {
    const own = peaks.get(id);
    bytes += own?.length ?? 0;
    // The rest in the next run; one is added in each.
    if (readable.size > 0 && bytes > addedAtOnce.bytes) break;
    if (own !== undefined && arePeaks(own)) {
      await coldIndex.add([{ id, owner, peaks: own }]);
      readable.set(id, own);
    }
    // One without peaks would be asked for again and again.
    await setIndexed(db, [id], now);
  }
  await joinBySound({ db, coldIndex, referencePeaks }, new Comparisons(comparedAtOnce), readable);
}

/** Deletes references with their peaks, wherever they are known. Repeated where it fails: the rows go last. */
export async function deleteEverywhere(
  { db, coldIndex, referencePeaks }: Omit<Deps, "clock">,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await coldIndex.remove(ids);
  await referencePeaks.remove(ids);
  await deleteReferences(db, ids);
}
