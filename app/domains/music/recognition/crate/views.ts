import type { CrateTrackView } from "../contract.ts";
import type { ReferenceRow } from "../queries/references.ts";

/**
 * The tracks of one crate as its owner sees them. `rows` is the whole crate: a reference elsewhere that stands for
 * some of them is not named; the oldest of these stands for the others instead.
 */
export function toCrateViews(rows: readonly ReferenceRow[]): CrateTrackView[] {
  const own = new Set(rows.map(({ id }) => id));
  const standing = new Map<string, string>();
  for (const { id, sameAs } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const root = sameAs ?? id;
    if (!standing.has(root)) standing.set(root, own.has(root) ? root : id);
  }
  return rows.map((row) => toView(row, standing.get(row.sameAs ?? row.id) ?? row.id));
}

function toView(row: ReferenceRow, standsFor: string): CrateTrackView {
  const { id, title, artists, isrc, composer, label, catalogueNumber, durationMs, createdAt } = row;
  const given = {
    title: title !== "",
    artist: artists.length > 0,
    isrc: isrc !== null,
    label: label !== null,
    composer: composer !== null,
  };
  return {
    id,
    title,
    artists,
    isrc,
    composer,
    label,
    catalogueNumber,
    duration: durationMs,
    addedAt: createdAt,
    sameAs: standsFor === id ? null : standsFor,
    missing: (Object.keys(given) as (keyof typeof given)[]).filter((each) => !given[each]),
  };
}
