/**
 * Every number of the player that a listener meets. What only the buffer between network and ear needs stands with it
 * (`playout/`), what server and player share in `stageLimits` (cheers) and `socketLimits` (the sound that is kept).
 */
export const playerLimits = {
  /** Volume 0 to 100, 100 by default; the knob has 28 ticks over 270 degrees. */
  volume: { min: 0, max: 100, initial: 100 },
  knob: { ticks: 28, degrees: 270 },
  /** Seven segments from these levels on: 88 is medium, 90 high, above 100 clips. Drawn every 33 ms. */
  meter: { thresholds: [0, 25, 50, 70, 88, 90, 100], medium: 88, high: 90, clip: 100, refreshMs: 33 },
  /** The product's own: how far what shows the level falls back a second. A peak stays long enough to be seen. */
  levelFall: 75,
  /** An error of the stream reloads it after 3 seconds; sooner where the network says it is back. */
  reloadMs: 3_000,
  /** A stream starts one minute before its set. */
  startEarlyMs: 60_000,
  /** The next stream is switched to within 100 seconds. */
  switchWithinMs: 100_000,
  /** The product's own: what people set before they fall asleep, and how gently it ends. */
  sleep: { minutes: [15, 30, 45, 60, 90], fadeMs: 20_000 },
  patience: {
    /**
     * An outage of 20 s is not heard: 20 s, what it takes to notice and to come back (2 s here, 5 s on a slow line).
     * Less than the room keeps (`socketLimits.ringMs`), or a resume would leave a hole.
     */
    behindMs: 25_000,
    /** So many breaks in the sound within so long: patience is offered. */
    offerAfter: 3,
    offerWithinMs: 120_000,
  },
} as const;
