/** Sound that was kept as peaks, a minute at a time. Pure. */
import { decodePeaks, encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { Peaks } from "#packages/fingerprint/peaks.ts";
import { msPerFrame } from "#packages/fingerprint/scale.ts";
import { cut, type SoundPiece } from "#packages/fingerprint/sound-pieces.ts";
import { overlapOf, type Span } from "./spans.ts";

/** Pieces whose times differ by more do not follow each other. */
const gapMs = 300;
/** Peaks a second: silence, and the noise of a line, have fewer; music has about 35. */
const minPeaks = 8;

/** Sound without a gap. */
export interface Run extends Span {
  peaks: Peaks;
}

/** Puts pieces that follow each other together. Those that cannot be read are left out. */
export function joinPieces(pieces: readonly SoundPiece[]): Run[] {
  const runs: Run[] = [];
  for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
    const read = tryDecode(piece.peaks);
    if (read === null) continue;
    let run = runs.at(-1);
    // The same piece, sent twice.
    if (run !== undefined && piece.from < run.to - gapMs) continue;
    if (run === undefined || piece.from - run.to > gapMs) {
      run = { from: piece.from, to: piece.from, peaks: new Peaks() };
      runs.push(run);
    }
    const first = (run.to - run.from) / msPerFrame;
    const { times, bins, marks, count } = read.peaks;
    for (let each = 0; each < count; each++) run.peaks.push(first + times[each]!, bins[each]!, marks[each]!);
    run.to += read.frames * msPerFrame;
  }
  return runs;
}

function tryDecode(bytes: Uint8Array) {
  try {
    return decodePeaks(bytes);
  } catch {
    return null;
  }
}

/** Returns the parts of a span that have sound, gaps left out. */
export const soundIn = (runs: readonly Run[], span: Span): Span[] =>
  runs.map((run) => overlapOf(run, span)).filter(({ from, to }) => to > from);

/** The peaks of a span as bytes; null where the sound has a gap or there is none to speak of. */
export function cutSound(runs: readonly Run[], { from, to }: Span): Uint8Array<ArrayBuffer> | null {
  const run = runs.find((each) => each.from <= from && to <= each.to);
  if (run === undefined) return null;
  const frames = Math.round((to - from) / msPerFrame);
  const peaks = cut(run.peaks, (from - run.from) / msPerFrame, frames);
  return peaks.count < (minPeaks * (to - from)) / 1_000 ? null : encodePeaks({ frames, peaks });
}
