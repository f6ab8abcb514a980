/** The index of all references, in memory: what the product keeps in objects. */
import { askedTriplets, storedTriplets } from "#app/domains/music/recognition/cold/triplets.ts";
import { findCandidates, type Match } from "#app/domains/music/recognition/cold/votes.ts";
import type { Reference } from "#packages/fingerprint/landmark-index.ts";
import { decodePeaks } from "#packages/fingerprint/peak-format.ts";

/** Returns what answers with the references that some seconds of peaks may be of, the likeliest first. */
export function openColdIndex(references: readonly Reference[]): (peaks: Uint8Array) => string[] {
  const byHash = Map.groupBy(
    references.flatMap(({ id, peaks }) =>
      storedTriplets(decodePeaks(peaks).peaks).map(
        (triplet): Match => ({ ...triplet, reference: id, owner: null }),
      ),
    ),
    ({ hash }) => hash,
  );
  return (peaks) => {
    const asked = askedTriplets(decodePeaks(peaks).peaks);
    const hashes = new Set(asked.map(({ hash }) => hash));
    const matches = [...hashes].flatMap((hash) => byHash.get(hash) ?? []);
    return findCandidates(asked, matches).map(({ reference }) => reference);
  };
}
