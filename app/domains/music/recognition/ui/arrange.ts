import type { CrateTrackView } from "../contract.ts";

export const sortNames = {
  newest: "Newest first",
  title: "Title",
  artist: "Artist",
  missing: "Most missing first",
} as const;
export type CrateSort = keyof typeof sortNames;

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The tracks that have every word, in this order. */
export function arrange(tracks: readonly CrateTrackView[], text: string, sort: CrateSort): CrateTrackView[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const found = tracks.filter(({ title, artists, label, catalogueNumber, isrc }) => {
    const all = fold([title, ...artists, label, catalogueNumber, isrc].join(" "));
    return words.every((word) => all.includes(word));
  });
  const artistOf = ({ artists }: CrateTrackView) => artists.join(", ");
  const orders: Record<CrateSort, (a: CrateTrackView, b: CrateTrackView) => number> = {
    newest: (a, b) => b.addedAt - a.addedAt,
    title: (a, b) => collator.compare(a.title, b.title),
    artist: (a, b) => collator.compare(artistOf(a), artistOf(b)) || collator.compare(a.title, b.title),
    missing: (a, b) => b.missing.length - a.missing.length || collator.compare(a.title, b.title),
  };
  return found.toSorted(orders[sort]);
}
