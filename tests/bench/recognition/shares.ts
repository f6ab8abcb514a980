/** Shares of cases, of real and generated music apart, with intervals of 95 % that are resampled over tracks. */
import { percent } from "../report.ts";
import { percentile } from "../statistics.ts";
import type { Track } from "./material.ts";
import { createRandom } from "./music/random.ts";

export interface Case {
  track: Track;
  isGood: boolean;
}

const kinds = [
  { name: "real", isReal: true },
  { name: "generated", isReal: false },
] as const;

/** Returns `real 97.5 % (93.0 % to 100.0 %), 39/40; generated …`, without the kind that there is none of. */
export function toShares(cases: readonly Case[]): string {
  const parts = kinds.flatMap(({ name, isReal }) => {
    const own = cases.filter(({ track }) => track.isReal === isReal);
    return own.length === 0 ? [] : [`${name} ${toShare(own)}`];
  });
  return parts.join("; ") || "no cases";
}

/** Returns `0`, or `2: …; …`. */
export const toList = (cases: readonly string[]): string =>
  cases.length === 0 ? "0" : `${cases.length}: ${cases.join("; ")}`;

/** Whether of each kind of music at least this share is good. */
export function isEveryKindAtLeast(cases: readonly Case[], share: number): boolean {
  return kinds.every(({ isReal }) => {
    const own = cases.filter(({ track }) => track.isReal === isReal);
    return own.filter(({ isGood }) => isGood).length >= share * own.length;
  });
}

function toShare(cases: readonly Case[]): string {
  const tracks = [...Map.groupBy(cases, ({ track }) => track.id).values()];
  const count = (own: readonly Case[]) => own.filter(({ isGood }) => isGood).length;
  const [low, high] = bootstrap(tracks, (drawn) => {
    const own = drawn.flat();
    return count(own) / own.length;
  });
  const share = percent(count(cases) / cases.length);
  return `${share} (${percent(low)} to ${percent(high)}), ${count(cases)}/${cases.length}`;
}

/** The 95 % interval of a measure, resampled over its clusters (tracks or sets) 2,000 times. */
export function bootstrap<T>(
  clusters: readonly T[],
  measure: (drawn: readonly T[]) => number,
): readonly [number, number] {
  const random = createRandom(7);
  const values = Array.from({ length: 2_000 }, () =>
    measure(clusters.map(() => clusters[Math.floor(random() * clusters.length)] as T)),
  ).filter((value) => !Number.isNaN(value));
  return [percentile(values, 0.025), percentile(values, 0.975)];
}
