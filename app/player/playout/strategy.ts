/** The buffer as a strategy sees and changes it. Times are in rendered sound, ms. */
export interface StrategyBuffer {
  /** Decoded sound that is not heard yet. */
  levelMs(): number;
  /** Encoded sound behind it. */
  reserveMs(): number;
  /** The length of what arrives together. */
  batchMs(): number;
  /** Sound skipped (+) or waited for (-) compared with a player that never corrects. */
  driftMs(): number;
  nowMs(): number;
  /** Returns how long it has been dry; null: it has not run dry, but waits for enough to start. */
  dryMs(): number | null;
  /** It ran dry because the source paused, not because packets were late. */
  endsInGap(): boolean;
  /** Something was heard before. */
  hasStarted(): boolean;
  /** Skips this much. Nothing happens where that has not arrived. */
  skip(ms: number): void;
  /**
   * Cuts out up to this much where it is heard least, or repeats as much where it is negative; as often as it is called,
   * it finds a place a few times a second.
   */
  splice(ms: number): void;
}

/**
 * The start of the sound: `next`: with the next sample. `refill`: not yet, the buffer is filled again first. `keepMs`:
 * with this much in the buffer, so that the rest is skipped.
 */
export type Start = "next" | "refill" | { keepMs: number };

/** The rule for when the sound of a buffer starts, and how fast it is played. */
export interface PlayoutStrategy {
  /** A packet has arrived, after the buffer was filled for the first time. */
  arrived(buffer: StrategyBuffer): void;
  /** The buffer ran dry because a packet was late. */
  underran(nowMs: number): void;
  /** Decides where the sound starts now; null: not yet. */
  decideStart(buffer: StrategyBuffer): Start | null;
  /** The playback rate that is aimed at (source ms per ms); null: as it is. May skip. */
  decideRate(buffer: StrategyBuffer): number | null;
  /** Returns the length of the sound that the buffer should hold, ms. */
  targetMs(nowMs: number): number;
  /** The spread of arrivals, ms; undefined where it is not measured. */
  spreadMs(nowMs: number): number | undefined;
}
