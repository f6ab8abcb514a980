/** The maximum of missing packets that are concealed; a longer gap starts a new section of sound. */
const maxConcealed = 5;
/** A number this far behind the newest is not a late packet but another count: the room has restarted. */
const restartBehind = 500;
const wrap = 2 ** 32;

export type Placement =
  /** Already heard, or too late. */
  | { kind: "drop" }
  /** `index` counts packets without wrapping and never decreases; `lost` packets are missing before it. */
  | { kind: "play"; index: number; lost: number; isStart: boolean };

/** Orders numbered packets: drops repeats, finds gaps, unwraps the 32-bit number. */
export class Sequencer {
  #lastSeq: number | null = null;
  #index = 0;

  /** The number of the newest packet, for `resume`; null before the first. */
  get lastSeq(): number | null {
    return this.#lastSeq;
  }

  place(seq: number, isDiscontinuity: boolean): Placement {
    const last = this.#lastSeq;
    const step = last === null ? 1 : signedDistance(last, seq);
    if (step <= 0 && step > -restartBehind) return { kind: "drop" };
    this.#lastSeq = seq;
    const isHole = step < 1 || step - 1 > maxConcealed;
    const isStart = last === null || isDiscontinuity || isHole;
    const lost = isStart ? 0 : step - 1;
    this.#index += 1 + lost;
    return { kind: "play", index: this.#index, lost, isStart };
  }
}

/** Returns how far `to` is ahead of `from` on the 32-bit circle, from -2^31 to 2^31. */
function signedDistance(from: number, to: number): number {
  const ahead = (((to - from) % wrap) + wrap) % wrap;
  return ahead >= wrap / 2 ? ahead - wrap : ahead;
}
