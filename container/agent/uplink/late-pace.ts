/** Decides how many late frames are sent at a time: at most twice real time of sound. */
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { Unacknowledged } from "./unacknowledged.ts";

/** The shortest time between two calls of `tick`. */
export const latePaceMs = 100;
const speed = 2;
/** The sound goes on elsewhere: the pace starts again there. Frames of levels are this far apart. */
const gapMs = 1_000;

export class LatePace {
  /** Server time of the sound up to which late frames may be sent. */
  #until = Number.NEGATIVE_INFINITY;

  /** Passes late frames, oldest first, to `send` until it returns false or `latePaceMs` are used up. */
  tick(unacknowledged: Unacknowledged, send: (frame: UplinkFrame) => boolean): void {
    let kept = unacknowledged.firstLate;
    if (kept === undefined) return;
    const { at } = kept.frame;
    if (at < this.#until || at > this.#until + gapMs) this.#until = at;
    this.#until += speed * latePaceMs;
    while (kept !== undefined && kept.frame.at < this.#until && send({ ...kept.frame, isLate: true })) {
      kept.state = "sent";
      kept = unacknowledged.firstLate;
    }
  }
}
