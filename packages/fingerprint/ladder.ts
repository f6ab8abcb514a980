/** The way a recording was made faster or slower: `varispeed` moves pitch with tempo, `keyLock` keeps pitch. */
export type Playback = "varispeed" | "keyLock";

/** An assumed speed: 1.02 is 2 % faster than the recording. */
export interface Rung {
  speed: number;
  playback: Playback;
  /**
   * Factor of a further change of pitch. Not 1 where a reference was itself taken from a broadcast at another speed:
   * then time and pitch may be changed by two numbers of which neither follows from the other.
   */
  transposed: number;
}

/** Returns the factor of a reference's frequencies. */
export const pitchOf = ({ speed, playback, transposed }: Rung): number =>
  transposed * (playback === "varispeed" ? speed : 1);

/** Factor from one rung to the next; half of it moves a peak by less than a landmark's cell. */
const step = 0.004;

/** Returns rungs from 1 - `range` to 1 + `range`, those nearest to one of the `likely` speeds first. */
export function ladder(range: number, likely: readonly number[] = []): Rung[] {
  const near = [1, ...likely];
  const distance = (speed: number) => Math.min(...near.map((each) => Math.abs(each - speed)));
  return speedsWithin(range)
    .toSorted((a, b) => distance(a) - distance(b))
    .flatMap((speed): Rung[] =>
      // At its own speed a recording sounds the same either way.
      Math.abs(speed - 1) < step / 2
        ? [{ speed: 1, playback: "varispeed", transposed: 1 }]
        : [
            { speed, playback: "varispeed", transposed: 1 },
            { speed, playback: "keyLock", transposed: 1 },
          ],
    );
}

/** Returns the rungs between two ranges: what `ladder` of the narrow one leaves out. */
export function outerLadder(narrow: number, wide: number): Rung[] {
  return ladder(wide).filter(({ speed }) => Math.abs(speed - 1) > narrow + step / 2);
}

/** Returns what `ladder` leaves out: every other pair of a change of time and one of pitch, each within `range`. */
export function obliqueLadder(range: number): Rung[] {
  const steps = speedsWithin(range);
  return steps
    .flatMap((speed) => steps.map((transposed): Rung => ({ speed, playback: "keyLock", transposed })))
    .filter(
      ({ speed, transposed }) =>
        Math.abs(transposed - 1) > step / 2 && Math.abs(transposed - speed) > step / 2,
    );
}

function speedsWithin(range: number): number[] {
  const steps = Math.round(range / step);
  return Array.from({ length: 2 * steps + 1 }, (_, place) => 1 + (place - steps) * step);
}
