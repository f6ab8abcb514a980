/** Finds which of the new files are recordings that are known already. */
import type { AppContext } from "#app/context.ts";
import type { ReferenceRow } from "#db/queries/references.ts";
import { isSameRecording } from "../ear/same-recording.ts";
import type { Fresh } from "./add.server.ts";
import { likeness } from "./rules.ts";

/** A comparison takes about 60 ms of processor time: at most so many for a file, and for a batch. */
const limits = { each: 3, batch: 40 } as const;

/**
 * Sets `sameAs` of each new reference whose recording another one stands for: one of the crate, of the same batch, or
 * of another crate. Likelier ones are compared first; what is left over stands for itself.
 */
export async function joinDuplicates(
  ctx: Pick<AppContext, "referencePeaks">,
  fresh: readonly Fresh[],
  crate: readonly ReferenceRow[],
  others: readonly ReferenceRow[],
): Promise<void> {
  const known = [...crate, ...others].filter(({ sameAs }) => sameAs === null);
  const likely = fresh.map(({ row }, index) => {
    const before = fresh.slice(0, index).map((each) => each.row);
    return [...known, ...before]
      .map((other) => ({ other, by: likeness(row, other) }))
      .filter(({ by }) => by > 0)
      .toSorted((a, b) => b.by - a.by)
      .slice(0, limits.each);
  });
  const wanted = likely.flat().filter(({ by }) => by < 3);
  const peaks = await ctx.referencePeaks.read(wanted.map(({ other }) => other.id));
  for (const { row, peaks: own } of fresh) peaks.set(row.id, own);
  let left: number = limits.batch;
  fresh.forEach(({ row, peaks: own }, index) => {
    const same = (likely[index] ?? []).find(({ other, by }) => {
      // Another one of this batch may have turned out to be a duplicate itself.
      if (other.sameAs !== null) return false;
      if (by === 3) return true;
      const bytes = peaks.get(other.id);
      if (bytes === undefined || left === 0) return false;
      left -= 1;
      return isSameRecording(own, bytes);
    });
    row.sameAs = same?.other.id ?? null;
  });
}
