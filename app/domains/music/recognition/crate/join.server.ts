/** Finds which files are one recording, and lets one of them stand for the others. */
import type { AppContext } from "#app/context.ts";
import { decodePeaks, encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { toFrames } from "#packages/fingerprint/scale.ts";
import { cut } from "#packages/fingerprint/sound-pieces.ts";
import { plainTitle } from "../../tracks/service-key.ts";
import { listCratePeers, standForFile } from "../queries/crate-peers.ts";
import type { ReferenceRow } from "../queries/references.ts";
import type { Comparisons } from "./comparisons.server.ts";
import type { Fresh } from "./fresh.ts";
import { likeness, mayJoin } from "./rules.ts";

/** Comparisons of one file. */
const maxEach = 3;
/** Encoders add silence: a file that is longer by no more has no more of the recording. */
const silenceMs = 2_000;
/** So much of the middle of a file is looked for in others. */
const partSeconds = 25;
/** The likeness of two files with the same bytes. */
const certain = 3;

/**
 * Finds the recordings of new files that are known already: in the crate, in the same batch, or in another crate. The
 * likeliest of all are compared, as far as there are comparisons; what is left over stands for itself. Of one crate the
 * longer file stands, so that all of it is heard; a file of another crate stands for those that have all of its sound
 * and no other, and lends them nothing else. Sets `sameAs` of the new ones, and returns which files of the crate are
 * stood for by which new one from now on.
 */
export async function joinDuplicates(
  ctx: Pick<AppContext, "referencePeaks">,
  comparisons: Comparisons,
  fresh: readonly Fresh[],
  crate: readonly ReferenceRow[],
  others: readonly ReferenceRow[],
): Promise<{ id: string; instead: string }[]> {
  const known = [...crate, ...others].filter(({ sameAs }) => sameAs === null).map(toLikely);
  const added = fresh.map(({ row }) => toLikely(row));
  const all = added.map((own, index) =>
    [...known, ...added.slice(0, index)]
      .map((other) => ({ other: other.row, by: likeness(own, other) }))
      .filter(({ other, by }) => by > 0 && mayJoin(own.row, other))
      .toSorted((a, b) => b.by - a.by)
      .slice(0, maxEach),
  );
  const chosen = new Set(
    all
      .flat()
      .filter(({ by }) => by < certain)
      .toSorted((a, b) => b.by - a.by)
      .slice(0, comparisons.max),
  );
  const likely = all.map((each) => each.filter((one) => one.by === certain || chosen.has(one)));
  const peaks = await ctx.referencePeaks.read([...chosen].map(({ other }) => other.id));
  for (const { row, peaks: own } of fresh) peaks.set(row.id, own);
  const standing: { id: string; instead: string }[] = [];
  for (const [index, { row }] of fresh.entries()) {
    const same = await findSame(comparisons, row, likely[index] ?? [], peaks);
    if (same === undefined) continue;
    if (same.ownerId !== row.ownerId || same.durationMs >= row.durationMs - silenceMs) {
      row.sameAs = same.id;
      continue;
    }
    for (const each of [...crate, ...fresh.map((one) => one.row)])
      if (each.id === same.id || each.sameAs === same.id) each.sameAs = row.id;
    standing.push({ id: row.id, instead: same.id });
  }
  return standing;
}

/** Returns the first of the likely ones that is the same recording. */
async function findSame(
  comparisons: Comparisons,
  row: ReferenceRow,
  likely: readonly { other: ReferenceRow; by: number }[],
  peaks: ReadonlyMap<string, Uint8Array>,
): Promise<ReferenceRow | undefined> {
  for (const { other, by } of likely) {
    // Another one of this batch may have turned out to be a duplicate itself.
    if (other.sameAs !== null) continue;
    if (by === certain) return other;
    const how = other.ownerId === row.ownerId ? "recording" : "sound";
    if (await comparisons.isSame(how, toCompare(row, peaks), toCompare(other, peaks))) return other;
  }
  return undefined;
}

const toCompare = ({ id }: { id: string }, peaks: ReadonlyMap<string, Uint8Array>) => ({
  id,
  peaks: peaks.get(id),
});

const toLikely = (row: ReferenceRow) => ({ ...row, row, plainTitle: plainTitle(row.artists, row.title) });

/**
 * The same for files that are in the index of all references by now, whatever their tags say: an edit of a track has often
 * another name. The longer of two stands for both. Ends when no comparison is left.
 */
export async function joinBySound(
  { db, coldIndex, referencePeaks }: Pick<AppContext, "db" | "coldIndex" | "referencePeaks">,
  comparisons: Comparisons,
  peaks: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [id, own] of peaks) {
    if (comparisons.left === 0) return;
    if ((await listCratePeers(db, id, [])).length === 0) continue;
    const [row, ...peers] = await listCratePeers(db, id, await coldIndex.find(middleOf(own)));
    if (row === undefined || peers.length === 0) continue;
    const likely = peers.slice(0, maxEach).map((other) => ({ other, by: 1 }));
    const known = await referencePeaks.read(likely.map(({ other }) => other.id));
    const same = await findSame(comparisons, row, likely, new Map<string, Uint8Array>(known).set(id, own));
    if (same === undefined) continue;
    const [longer, shorter] = same.durationMs >= row.durationMs ? [same, row] : [row, same];
    await db.batch(standForFile(db, { id: longer.id, instead: shorter.id }));
  }
}

function middleOf(bytes: Uint8Array): Uint8Array {
  const { frames, peaks } = decodePeaks(bytes);
  const length = Math.min(frames, toFrames(partSeconds));
  return encodePeaks({ frames: length, peaks: cut(peaks, (frames - length) / 2, length) });
}
