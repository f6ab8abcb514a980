/** The `part` (0 to 1) of sorted or unsorted values; NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The most events that are to be expected where `count` were seen, at 95 %: 3.0 where none was (Poisson). */
export function poissonUpper(count: number): number {
  let [low, high] = [0, 3 * count + 10];
  while (high - low > 1e-3) {
    const expected = (low + high) / 2;
    if (chanceOfAtMost(count, expected) > 0.05) low = expected;
    else high = expected;
  }
  return high;
}

function chanceOfAtMost(count: number, expected: number): number {
  let [term, sum] = [Math.exp(-expected), 0];
  for (let events = 0; events <= count; events++) {
    sum += term;
    term *= expected / (events + 1);
  }
  return sum;
}

/** Counts values in bins of one unit, so that a million of them cost nothing to keep. */
export class Histogram {
  readonly bins: number[];

  constructor(bins: number[] = []) {
    this.bins = bins;
  }

  add(value: number): void {
    const bin = Math.max(0, Math.round(value));
    this.bins[bin] = (this.bins[bin] ?? 0) + 1;
  }

  merge(other: Histogram): void {
    for (const [bin, count] of other.bins.entries()) this.bins[bin] = (this.bins[bin] ?? 0) + (count ?? 0);
  }

  get count(): number {
    return this.bins.reduce((sum, count) => sum + (count ?? 0), 0);
  }

  percentile(part: number): number {
    let left = part * this.count;
    for (const [bin, count] of this.bins.entries()) {
      left -= count ?? 0;
      if (left <= 0) return bin;
    }
    return Number.NaN;
  }
}
