/** Finds which files are one recording, and lets one of them stand for the others. */
import type { AppContext } from "#app/context.ts";
import { decodePeaks, encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { isSameRecording, isSameSound } from "#packages/fingerprint/same-recording.ts";
import { toFrames } from "#packages/fingerprint/scale.ts";
import { cut } from "#packages/fingerprint/sound-pieces.ts";
import { plainTitle } from "../../tracks/service-key.ts";
import { listCratePeers, standForFile } from "../queries/crate-peers.ts";
import type { ReferenceRow } from "../queries/references.ts";
import type { Fresh } from "./fresh.ts";
import { likeness, mayJoin } from "./rules.ts";

/** A comparison takes about 60 ms of processor time: at most so many for a file, and for a batch. */
const limits = { each: 3, batch: 40 } as const;
/** Encoders add silence: a file that is longer by no more has no more of the recording. */
const silenceMs = 2_000;
/** So much of the middle of a file is looked for in others. */
const partSeconds = 25;

/**
 * Finds the recordings of new files that are known already: in the crate, in the same batch, or in another crate. Likelier
 * ones are compared first; what is left over stands for itself. Of one crate the longer file stands, so that all of it is
 * heard; a file of another crate stands for those that have all of its sound and no other, and lends them nothing else.
 * Sets `sameAs` of the new ones, and returns which files of the crate are stood for by which new one from now on.
 */
export async function joinDuplicates(
  ctx: Pick<AppContext, "referencePeaks">,
  fresh: readonly Fresh[],
  crate: readonly ReferenceRow[],
  others: readonly ReferenceRow[],
): Promise<{ id: string; instead: string }[]> {
  const known = [...crate, ...others].filter(({ sameAs }) => sameAs === null).map(toLikely);
  const added = fresh.map(({ row }) => toLikely(row));
  const likely = added.map((own, index) =>
    [...known, ...added.slice(0, index)]
      .map((other) => ({ other: other.row, by: likeness(own, other) }))
      .filter(({ other, by }) => by > 0 && mayJoin(own.row, other))
      .toSorted((a, b) => b.by - a.by)
      .slice(0, limits.each),
  );
  const wanted = likely.flat().filter(({ by }) => by < 3);
  const peaks = await ctx.referencePeaks.read(wanted.map(({ other }) => other.id));
  for (const { row, peaks: own } of fresh) peaks.set(row.id, own);
  const standing: { id: string; instead: string }[] = [];
  let left: number = limits.batch;
  fresh.forEach(({ row, peaks: own }, index) => {
    const same = (likely[index] ?? []).find(({ other, by }) => {
      // Another one of this batch may have turned out to be a duplicate itself.
      if (other.sameAs !== null) return false;
      if (by === 3) return true;
      const bytes = peaks.get(other.id);
      if (bytes === undefined || left === 0) return false;
      left -= 1;
      return other.ownerId === row.ownerId ? isSameRecording(own, bytes) : isSameSound(own, bytes);
    })?.other;
    if (same === undefined) return;
    if (same.ownerId !== row.ownerId || same.durationMs >= row.durationMs - silenceMs) {
      row.sameAs = same.id;
      return;
    }
    for (const each of [...crate, ...fresh.map((one) => one.row)])
      if (each.id === same.id || each.sameAs === same.id) each.sameAs = row.id;
    standing.push({ id: row.id, instead: same.id });
  });
  return standing;
}

const toLikely = (row: ReferenceRow) => ({ ...row, row, plainTitle: plainTitle(row.artists, row.title) });

/**
 * The same for files that are in the index of all references by now, whatever their tags say: an edit of a track has often
 * another name. The longer of two stands for both.
 */
export async function joinBySound(
  { db, coldIndex, referencePeaks }: Pick<AppContext, "db" | "coldIndex" | "referencePeaks">,
  peaks: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [id, own] of peaks) {
    if ((await listCratePeers(db, id, [])).length === 0) continue;
    const [row, ...peers] = await listCratePeers(db, id, await coldIndex.find(middleOf(own)));
    if (row === undefined || peers.length === 0) continue;
    const known = await referencePeaks.read(peers.slice(0, limits.each).map((peer) => peer.id));
    const same = peers.find((peer) => {
      const other = known.get(peer.id);
      return other !== undefined && isSameRecording(own, other);
    });
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
