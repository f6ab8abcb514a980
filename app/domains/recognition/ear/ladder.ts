/** How a recording was made faster or slower: `varispeed` moves pitch with tempo, `keyLock` keeps pitch. */
export type Playback = "varispeed" | "keyLock";

/** An assumed speed: 1.02 is 2 % faster than the recording. */
export interface Rung {
  speed: number;
  playback: Playback;
}

/** From one rung to the next; half of it moves a peak by less than a landmark's cell. */
const step = 0.004;

/** Returns rungs from 1 - `range` to 1 + `range`, those nearest to one of the `likely` speeds first. */
export function ladder(range: number, likely: readonly number[] = []): Rung[] {
  const steps = Math.round(range / step);
  const speeds = Array.from({ length: 2 * steps + 1 }, (_, place) => 1 + (place - steps) * step);
  const near = [1, ...likely];
  const distance = (speed: number) => Math.min(...near.map((each) => Math.abs(each - speed)));
  return speeds
    .toSorted((a, b) => distance(a) - distance(b))
    .flatMap((speed): Rung[] =>
      // At its own speed a recording sounds the same either way.
      Math.abs(speed - 1) < step / 2
        ? [{ speed: 1, playback: "varispeed" }]
        : [
            { speed, playback: "varispeed" },
            { speed, playback: "keyLock" },
          ],
    );
}

/** Returns the rungs between two ranges: what `ladder` of the narrow one leaves out. */
export function outerLadder(narrow: number, wide: number): Rung[] {
  return ladder(wide).filter(({ speed }) => Math.abs(speed - 1) > narrow + step / 2);
}
