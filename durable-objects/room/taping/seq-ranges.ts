/** A set of frame numbers as ranges, both ends included: frames arrive almost in order, so there are few. */
export class SeqRanges {
  /** Ranges by number; they neither overlap nor touch. */
  #ranges: { from: number; to: number }[] = [];

  get isEmpty(): boolean {
    return this.#ranges.length === 0;
  }

  [Symbol.iterator](): Iterator<{ from: number; to: number }> {
    return this.#ranges.values();
  }

  has(seq: number): boolean {
    return this.#ranges.some(({ from, to }) => from <= seq && seq <= to);
  }

  add(seq: number): void {
    const last = this.#ranges.at(-1);
    if (last !== undefined && seq === last.to + 1) last.to = seq;
    else this.addRange(seq, seq);
  }

  addAll(other: SeqRanges): void {
    for (const { from, to } of other) this.addRange(from, to);
  }

  addRange(from: number, to: number): void {
    const joined = { from, to };
    const apart = this.#ranges.filter((range) => {
      const isApart = range.to + 1 < from || range.from > to + 1;
      if (!isApart) {
        joined.from = Math.min(joined.from, range.from);
        joined.to = Math.max(joined.to, range.to);
      }
      return isApart;
    });
    this.#ranges = [...apart, joined].sort((a, b) => a.from - b.from);
  }

  removeAll(other: SeqRanges): void {
    for (const { from, to } of other)
      this.#ranges = this.#ranges.flatMap((range) =>
        [
          { from: range.from, to: Math.min(range.to, from - 1) },
          { from: Math.max(range.from, to + 1), to: range.to },
        ].filter((rest) => rest.from <= rest.to),
      );
  }

  /** Those from this number on. */
  since(first: number): SeqRanges {
    const rest = new SeqRanges();
    for (const { from, to } of this) if (to >= first) rest.addRange(Math.max(from, first), to);
    return rest;
  }

  clear(): void {
    this.#ranges = [];
  }
}
