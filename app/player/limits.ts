/**
 * All limits of the player that listeners notice. Limits of the buffer between network and ear are in `playout/`; those
 * shared by server and player are in `stageLimits` (cheers) and `socketLimits` (the sound that is kept).
 */
export const playerLimits = {
  /** Volume 0 to 100, 100 by default; the knob has 28 ticks over 270 degrees. */
  volume: { min: 0, max: 100, initial: 100 },
  knob: { ticks: 28, degrees: 270 },
  /** Seven segments with these thresholds: 88 is medium, 90 high, above 100 clips. Drawn every 33 ms. */
  meter: { thresholds: [0, 25, 50, 70, 88, 90, 100], medium: 88, high: 90, clip: 100, refreshMs: 33 },
  /** Not in the specification: how far a displayed level falls per second. A peak stays visible long enough. */
  levelFall: 75,
  /** Time after an error of the stream until it is reloaded, 3 seconds; sooner where the network reports its return. */
  reloadMs: 3_000,
  /** A stream starts one minute before its set. */
  startEarlyMs: 60_000,
  /** The next stream is switched to within 100 seconds. */
  switchWithinMs: 100_000,
  /** Not in the specification: the choices of the sleep timer, and the length of its fade. */
  sleep: { minutes: [15, 30, 45, 60, 90], fadeMs: 20_000 },
  replay: {
    /** A short step back or forward, and those of the slider's keys: arrows, and page up and down. */
    stepMs: 15_000,
    arrowMs: 5_000,
    pageMs: 60_000,
    /** The position that a return continues at is stored this often. */
    rememberMs: 5_000,
    /** Length of the pieces in which the sound on air is recorded: the newest piece is not there yet. */
    tapedMs: 6_000,
  },
  patience: {
    /**
     * An outage of 20 s is not heard: 20 s, plus the time to notice and reconnect (2 s here, 5 s on a slow line). Less
     * than the room keeps (`socketLimits.ringMs`), or a resume would leave a gap.
     */
    behindMs: 25_000,
    /** Number of breaks in the sound within this time after which smooth playback is offered. */
    offerAfter: 3,
    offerWithinMs: 120_000,
  },
} as const;
