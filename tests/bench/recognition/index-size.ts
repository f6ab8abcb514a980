/** The cost of references: memory of the index, bytes on the wire, and time to make them. */
import { Decimator } from "#packages/fingerprint/decimate.ts";
import { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import { extractPeaks } from "#packages/fingerprint/peak-stream.ts";
import type { RowFigure } from "./acceptance.ts";
import { processorMs } from "./hearing.ts";
import { type Track, toReference } from "./material.ts";

/** Tracks whose peaks are found once more, whatever is kept of them. */
const timed = 4;

export function makeIndex(known: readonly Track[]): { index: LandmarkIndex; figures: RowFigure[] } {
  const index = new LandmarkIndex();
  const references = known.map(toReference);
  index.add(references);
  const hours = known.reduce((sum, { seconds }) => sum + seconds, 0) / 3_600;
  const peaks = references.reduce((sum, reference) => sum + reference.peaks.length, 0);
  return {
    index,
    figures: [
      { what: "references", value: `${index.size}, ${hours.toFixed(2)} h` },
      {
        what: "index with peaks, per hour of reference",
        value: `${(index.bytes / hours / 1e6).toFixed(2)} MB`,
      },
      { what: "peaks as uploaded, per hour", value: `${(peaks / hours / 1e3).toFixed(0)} kB` },
      {
        what: "fingerprinting in Node, of one core",
        value: `${measureExtraction(known.slice(0, timed)).toFixed(0)} × real time`,
      },
    ],
  };
}

/** Returns seconds of sound for each second of the processor. */
function measureExtraction(tracks: readonly Track[]): number {
  const sounds = tracks.map(({ sound }) => sound());
  const begun = processorMs();
  for (const sound of sounds) extractPeaks(new Decimator().push(sound));
  return tracks.reduce((sum, { seconds }) => sum + seconds, 0) / ((processorMs() - begun) / 1_000);
}
