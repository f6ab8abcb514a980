/** Other software that gets the same references and the same queries. */
export interface Query {
  sound: Float32Array;
  /** The part of it that is asked about, in seconds. */
  from: number;
  to: number;
}

export interface Answer {
  /** The reference that fits best. */
  id: string;
  /** Score in the peer's own measure; more is better. */
  score: number;
}

export interface Peer {
  name: string;
  /** Returns an answer for each query; undefined where nothing fits at all. */
  match(queries: readonly Query[]): (Answer | undefined)[];
}
