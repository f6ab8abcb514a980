/** Comparisons of the sound of two files: so many, and one at a time. */
import { sleep } from "#app/domains/base/time/sleep.ts";
import { isSameRecording, isSameSound } from "#packages/fingerprint/same-recording.ts";

/** A file, with its peaks where they are there. */
interface Compared {
  id: string;
  peaks: Uint8Array | undefined;
}

const compare = { recording: isSameRecording, sound: isSameSound } as const;

/** Pause before a comparison, which takes up to 200 ms of processor time in one go: others have their turn. */
const pauseMs = 50;

/** Makes at most `max` comparisons, and remembers their results: the same two are compared once. */
export class Comparisons {
  readonly max: number;
  readonly #mayCompare: () => Promise<boolean>;
  readonly #known = new Map<string, boolean>();
  #left: number;

  /** `mayCompare`: asked before each; none follow once it has said no. */
  constructor(max: number, mayCompare: () => Promise<boolean> = () => Promise.resolve(true)) {
    this.max = max;
    this.#left = max;
    this.#mayCompare = mayCompare;
  }

  get left(): number {
    return this.#left;
  }

  /**
   * Whether two files are one recording, or have the same sound and no other; also false where that is not known: no
   * comparison is left, or one has no peaks. Throws a RangeError at unreadable peaks.
   */
  async isSame(how: keyof typeof compare, one: Compared, other: Compared): Promise<boolean> {
    const key = `${how} ${one.id} ${other.id}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (one.peaks === undefined || other.peaks === undefined || this.#left === 0) return false;
    if (!(await this.#mayCompare())) {
      this.#left = 0;
      return false;
    }
    this.#left -= 1;
    await sleep(pauseMs);
    const isSame = compare[how](one.peaks, other.peaks);
    this.#known.set(key, isSame);
    return isSame;
  }
}
