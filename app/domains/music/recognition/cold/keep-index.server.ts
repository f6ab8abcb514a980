/** Keeps the index of all references what the database says. */
import type { AppContext } from "#app/context.ts";
import { arePeaks } from "#packages/fingerprint/peak-format.ts";
import { joinBySound } from "../crate/join.server.ts";
import { listToIndex, listToRemove, setIndexed } from "../queries/cold-index.ts";
import { deleteReferences } from "../queries/references.ts";

type Deps = Pick<AppContext, "db" | "clock" | "coldIndex" | "referencePeaks">;

/** Each has some thousand triplets. */
const addedAtOnce = 20;
const removedAtOnce = 200;

/** Adds what is missing and removes what does not belong there any more, a part of it at a time. */
export async function keepIndex({ db, clock, coldIndex, referencePeaks }: Deps): Promise<void> {
  const now = clock.now();
  const gone = await listToRemove(db, now, removedAtOnce);
  if (gone.length > 0) {
    await coldIndex.remove(gone);
    await setIndexed(db, gone, null);
  }
  const missing = await listToIndex(db, now, addedAtOnce);
  if (missing.length === 0) return;
  const ids = missing.map(({ id }) => id);
  const peaks = await referencePeaks.read(ids);
  const readable = missing.flatMap(({ id, owner }) => {
    const bytes = peaks.get(id);
    return bytes !== undefined && arePeaks(bytes) ? [{ id, owner, peaks: bytes }] : [];
  });
  if (readable.length > 0) await coldIndex.add(readable);
  // One without peaks would be asked for again and again.
  await setIndexed(db, ids, now);
  await joinBySound(
    { db, coldIndex, referencePeaks },
    new Map(readable.map(({ id, peaks: bytes }) => [id, bytes])),
  );
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
