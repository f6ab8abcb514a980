/**
 * Smooths the output of encoders that send in bursts (Ogg pages of a second are common, as are 4 KiB blocks of MP3). A
 * burst of a second costs a listener a second of delay wherever it is smoothed; done here, once, players can keep their
 * short buffers. Sound of encoders that send steadily passes without delay.
 */
const windowMs = 1_000;
const windowsKept = 5;
/** Players handle bursts up to this without a gap. */
const toleratedMs = 150;

export class Pacer<T> {
  readonly #release: (item: T) => void;
  readonly #now: () => number;
  #holdMs = 0;
  #worst: number[] = [];
  #worstInWindow = 0;
  #windowEndsAt: number | undefined;
  #queue: { item: T; dueAt: number }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(release: (item: T) => void, now: () => number) {
    this.#release = release;
    this.#now = now;
  }

  /** `madeAt`: when the item's sound was made, by the media clock; on the clock of `now`. */
  push(item: T, madeAt: number): void {
    const now = this.#now();
    this.#observe(now - madeAt, now);
    const dueAt = madeAt + this.#holdMs;
    if (this.#queue.length === 0 && dueAt <= now) return this.#release(item);
    this.#queue.push({ item, dueAt });
    this.#arm();
  }

  /** Releases what waits, at once. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { item } of this.#queue.splice(0)) this.#release(item);
  }

  /**
   * The delay follows the usual lateness (the median of the worst of the last seconds), so that one stall adds no
   * delay. Seconds are counted by the clock, since packets of several seconds arrive together after a stall.
   */
  #observe(latenessMs: number, now: number): void {
    this.#windowEndsAt ??= now + windowMs;
    if (now >= this.#windowEndsAt) this.#closeWindow(now);
    this.#worstInWindow = Math.max(this.#worstInWindow, latenessMs);
  }

  #closeWindow(now: number): void {
    this.#worst.push(this.#worstInWindow);
    if (this.#worst.length > windowsKept) this.#worst.shift();
    this.#worstInWindow = 0;
    this.#windowEndsAt = now + windowMs;
    const usual = this.#worst.toSorted((a, b) => a - b)[this.#worst.length >> 1] ?? 0;
    this.#holdMs = usual > toleratedMs ? usual : 0;
  }

  #arm(): void {
    const first = this.#queue[0];
    if (this.#timer !== undefined || first === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        const now = this.#now() + 1;
        for (let head = this.#queue[0]; head && head.dueAt <= now; head = this.#queue[0]) {
          this.#queue.shift();
          this.#release(head.item);
        }
        this.#arm();
      },
      Math.max(1, first.dueAt - this.#now()),
    );
  }
}
