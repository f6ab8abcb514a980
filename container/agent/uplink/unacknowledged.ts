/** The frames of one connection that its room has not reported as recorded. They are kept by reference, never copied. */
import { type UplinkFrame, uplinkKinds } from "#app/domains/air/media/contract/frames.ts";

export type UplinkKind = UplinkFrame["kind"];

const uplinkKindNames = Object.keys(uplinkKinds) as UplinkKind[];

export interface KeptFrame {
  readonly frame: UplinkFrame;
  /** `fresh`: waits to be sent live. `sent`: on the present socket. `late`: is to be sent for the recording only. */
  state: "fresh" | "sent" | "late";
}

const keptMs = 10 * 60_000;
/** Maximum size of the payload: ten minutes of Opus at 128 kbit/s and MP3 at 320 kbit/s. */
const maxKeptBytes = 34 * 1_024 * 1_024;
/** No range is this long: its ends were swapped. */
const maxRange = 2 ** 31;

export class Unacknowledged {
  readonly #rows: Record<UplinkKind, Row> = { opus: new Row(), mp3: new Row(), levels: new Row() };
  #bytes = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  get count(): number {
    return uplinkKindNames.reduce((sum, kind) => sum + this.#rows[kind].frames.length, 0);
  }

  /** Size of the payload. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The number of the oldest frame of each kind. */
  get oldest(): Partial<Record<UplinkKind, number>> {
    const numbers: Partial<Record<UplinkKind, number>> = {};
    for (const kind of uplinkKindNames) {
      const first = this.#rows[kind].frames[0];
      if (first !== undefined) numbers[kind] = first.frame.seq;
    }
    return numbers;
  }

  /** The oldest frame that is to be sent late. */
  get firstLate(): KeptFrame | undefined {
    return earliest(uplinkKindNames.map((kind) => this.#rows[kind].firstLate()));
  }

  /** Forgets the oldest frames where there are too many. */
  add(kept: KeptFrame): void {
    const { frame } = kept;
    this.#rows[frame.kind].frames.push(kept);
    this.#bytes += frame.payload.byteLength;
    for (let oldest = this.#oldestFrame(); oldest !== undefined; oldest = this.#oldestFrame()) {
      if (oldest.at >= frame.at - keptMs && this.#bytes <= maxKeptBytes) return;
      this.#bytes -= oldest.payload.byteLength;
      this.#rows[oldest.kind].dropFirst();
    }
  }

  /**
   * Forgets the frames from number `from` to number `to`, both included; a range may pass 2^32. Returns whether there
   * were any.
   */
  taped(kind: UplinkKind, from: number, to: number): boolean {
    const span = (to - from) >>> 0;
    if (span >= maxRange) return false;
    const bytes = this.#rows[kind].dropWhere(({ seq }) => (seq - from) >>> 0 <= span);
    this.#bytes -= bytes;
    return bytes > 0;
  }

  /** Everything that was sent is to be sent again. */
  requeue(): void {
    for (const kind of uplinkKindNames) this.#rows[kind].requeue();
  }

  clear(): void {
    for (const kind of uplinkKindNames) this.#rows[kind].dropWhere(() => true);
    this.#bytes = 0;
  }

  #oldestFrame(): UplinkFrame | undefined {
    return earliest(uplinkKindNames.map((kind) => this.#rows[kind].frames[0]))?.frame;
  }
}

/** The frames of one kind, by number. */
class Row {
  frames: KeptFrame[] = [];
  /** All frames before this index were sent. */
  #next = 0;

  /** Frames behind a fresh one are fresh too, as they are sent in order. */
  firstLate(): KeptFrame | undefined {
    while (this.frames[this.#next]?.state === "sent") this.#next++;
    const next = this.frames[this.#next];
    return next?.state === "late" ? next : undefined;
  }

  dropFirst(): void {
    this.frames.shift();
    this.#next = Math.max(0, this.#next - 1);
  }

  /** Returns the bytes of payload that were dropped. */
  dropWhere(isDropped: (frame: UplinkFrame) => boolean): number {
    let bytes = 0;
    this.frames = this.frames.filter(({ frame }) => {
      if (!isDropped(frame)) return true;
      bytes += frame.payload.byteLength;
      return false;
    });
    this.#next = 0;
    return bytes;
  }

  requeue(): void {
    for (const kept of this.frames) if (kept.state === "sent") kept.state = "late";
    this.#next = 0;
  }
}

function earliest(frames: (KeptFrame | undefined)[]): KeptFrame | undefined {
  let first: KeptFrame | undefined;
  for (const kept of frames)
    if (kept && (first === undefined || kept.frame.at < first.frame.at)) first = kept;
  return first;
}
