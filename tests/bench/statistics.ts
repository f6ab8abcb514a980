/** The `part` (0 to 1) of sorted or unsorted values; NaN of none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
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
