/** Triplets of references on their way between objects: as numbers, because there are many thousands. */
import { fnv1a } from "#app/domains/base/text/fnv1a.ts";
import type { Triplet } from "./triplets.ts";
import type { Match } from "./votes.ts";

/** Four numbers each: hash, reference (its place in `ids`), time, span; see `triplets.ts`. */
export interface Postings {
  ids: string[];
  /** The owner of each reference, as `ownerNumber` gives it. */
  owners: (number | null)[];
  numbers: Float64Array;
}

export const numbersEach = 4;

/**
 * A number that tells owners apart, and not who they are: the index outlives accounts by an hour. Two owners with one
 * number would count as one.
 */
export function ownerNumber(owner: string | null): number | null {
  return owner === null ? null : fnv1a(owner);
}

export function toNumbers(rows: readonly (Triplet & { place: number })[]): Float64Array {
  const numbers = new Float64Array(rows.length * numbersEach);
  for (const [row, { hash, place, time, span }] of rows.entries())
    numbers.set([hash, place, time, span], row * numbersEach);
  return numbers;
}

export function toMatches({ ids, owners, numbers }: Postings): Match[] {
  const matches: Match[] = [];
  for (let at = 0; at < numbers.length; at += numbersEach) {
    const [hash = 0, place = 0, time = 0, span = 0] = numbers.subarray(at, at + numbersEach);
    matches.push({ hash, reference: ids[place] ?? "", owner: owners[place] ?? null, time, span });
  }
  return matches;
}
