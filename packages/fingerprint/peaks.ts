/** The highest of its wide neighbourhood: what references are made of. */
export const strong = 1;
/** Belongs to a recording that is being followed. */
export const explained = 2;

/** Peaks of a spectrogram in order of time, as columns. */
export interface PeakTable {
  readonly count: number;
  /** Frames, with fractions. */
  readonly times: Float64Array;
  /** Bins, with fractions. */
  readonly bins: Float32Array;
  /** Bits: `strong`, `explained`. */
  readonly marks: Uint8Array;
}

/** A table that grows, and forgets its oldest peaks. */
export class Peaks implements PeakTable {
  count = 0;
  times = new Float64Array(256);
  bins = new Float32Array(256);
  marks = new Uint8Array(256);

  push(time: number, bin: number, marks: number): void {
    if (this.count === this.times.length) this.#grow();
    this.times[this.count] = time;
    this.bins[this.count] = bin;
    this.marks[this.count] = marks;
    this.count++;
  }

  /** Forgets what is before `time` (frames); cheap to call often. */
  dropBefore(time: number): void {
    const first = lowerBound(this, time);
    if (first < 1_024 && first < this.count) return;
    this.times.copyWithin(0, first, this.count);
    this.bins.copyWithin(0, first, this.count);
    this.marks.copyWithin(0, first, this.count);
    this.count -= first;
  }

  #grow(): void {
    const { times, bins, marks } = this;
    this.times = new Float64Array(this.count * 2);
    this.times.set(times);
    this.bins = new Float32Array(this.count * 2);
    this.bins.set(bins);
    this.marks = new Uint8Array(this.count * 2);
    this.marks.set(marks);
  }
}

/** Returns the place of the first peak at `time` (frames) or later. */
export function lowerBound({ times, count }: PeakTable, time: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the strong peaks alone. */
export function strongOf(table: PeakTable): Peaks {
  const found = new Peaks();
  for (let each = 0; each < table.count; each++)
    if ((table.marks[each]! & strong) !== 0) found.push(table.times[each]!, table.bins[each]!, strong);
  return found;
}
