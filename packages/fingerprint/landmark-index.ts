import { forEachPair, toCell, toKey } from "./landmarks.ts";
import { decodePeaks, maxFrames } from "./peak-format.ts";
import { type PeakTable, strong } from "./peaks.ts";
import { maxSegmentFrames, Segment } from "./segment.ts";

/** A recording whose sound can be recognized. */
export interface Reference {
  id: string;
  /** Peaks as `encodePeaks` gives them. */
  peaks: Uint8Array;
}

/** Landmarks of each first peak that are kept. */
const fanOut = 2;
/** Frames between two references on the index's one axis of time: no alignment reaches into the next. */
const margin = 2_048;
const maxSegments = 6;
/** Decoded references kept for verification. */
const maxDecoded = 96;

interface Placed {
  reference: Reference;
  /** Place of its frame 0 on the axis, in frames. */
  base: number;
  frames: number;
}

/** Finds where landmarks occur in references. References are on one axis of time, one behind the other. */
export class LandmarkIndex {
  /** References by base. */
  #placed: Placed[] = [];
  #byId = new Map<string, Placed>();
  #segments: Segment[] = [];
  #end = margin;
  #decoded = new Map<string, PeakTable>();

  get size(): number {
    return this.#byId.size;
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** Memory of postings and peaks. */
  get bytes(): number {
    let sum = 0;
    for (const segment of this.#segments) sum += segment.bytes;
    for (const { reference } of this.#byId.values()) sum += reference.peaks.byteLength;
    return sum;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Makes these the references: adds what is new, removes what is missing. */
  set(references: readonly Reference[]): void {
    const wanted = new Set(references.map(({ id }) => id));
    this.remove([...this.#byId.keys()].filter((id) => !wanted.has(id)));
    this.add(references);
  }

  /** Adds references; those that it has already are left as they are. Throws a RangeError at unreadable peaks. */
  add(references: readonly Reference[]): void {
    const fresh = [...new Map(references.map((each) => [each.id, each])).values()].filter(
      ({ id }) => !this.has(id),
    );
    if (fresh.length === 0) return;
    const placed = fresh.map((reference) => this.#place(reference));
    this.#segments.push(...toSegments(placed));
    if (this.#segments.length > maxSegments) this.#rebuild();
  }

  /** Removes references; their postings go with the next rebuild, which happens when a quarter of all is gone. */
  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#byId.delete(id);
      this.#decoded.delete(id);
    }
    if (this.#byId.size < 0.75 * this.#placed.length) this.#rebuild();
  }

  /** Returns the reference at a time of the axis (frames), if it is still there. */
  at(time: number): Placed | undefined {
    let low = 0;
    let high = this.#placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // What starts before a reference still aligns with it.
      if (this.#placed[middle]!.base - margin / 2 <= time) low = middle + 1;
      else high = middle;
    }
    const placed = this.#placed[low - 1];
    return placed !== undefined && this.#byId.get(placed.reference.id) === placed ? placed : undefined;
  }

  find(id: string): Placed | undefined {
    return this.#byId.get(id);
  }

  /** Returns a reference's peaks. */
  peaksOf({ reference }: Placed): PeakTable {
    const known = this.#decoded.get(reference.id);
    if (known !== undefined) return known;
    const { peaks } = decodePeaks(reference.peaks);
    this.#decoded.set(reference.id, peaks);
    for (const [oldest] of this.#decoded) {
      if (this.#decoded.size <= maxDecoded) break;
      this.#decoded.delete(oldest);
    }
    return peaks;
  }

  #place(reference: Reference): Placed {
    const { frames } = decodePeaks(reference.peaks);
    const placed = { reference, base: this.#end, frames };
    this.#end += frames + margin;
    this.#placed.push(placed);
    this.#byId.set(reference.id, placed);
    return placed;
  }

  #rebuild(): void {
    const references = [...this.#byId.values()].map(({ reference }) => reference);
    this.#placed = [];
    this.#byId.clear();
    this.#end = margin;
    this.#segments = [];
    if (references.length > 0) this.#segments = toSegments(references.map((each) => this.#place(each)));
  }
}

/** Returns the landmarks of references in one segment, or in several where they are very many. */
function toSegments(placed: readonly Placed[]): Segment[] {
  const parts = Map.groupBy(placed, ({ base }) =>
    Math.floor((base - placed[0]!.base) / (maxSegmentFrames - maxFrames)),
  );
  return Array.from(parts.values(), (part) => {
    const { base } = part[0]!;
    return new Segment(base, (call) => {
      for (const each of part) forEachLandmark(each, (key, time) => call(key, time - base));
    });
  });
}

function forEachLandmark({ reference, base }: Placed, call: (key: number, time: number) => void): void {
  const { peaks } = decodePeaks(reference.peaks);
  forEachPair(peaks, { fanOut, mask: strong, wanted: strong }, (first, second) => {
    const cell = toCell(peaks.bins[first]!);
    const other = toCell(peaks.bins[second]!);
    const key = toKey(cell, other, peaks.times[second]! - peaks.times[first]!);
    if (key >= 0) call(key, base + Math.round(peaks.times[first]!));
  });
}
