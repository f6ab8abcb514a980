/** Needs of counting from the request. */

/** Facts about a caller, with or without an account, to count them once: `docs/counting.md`. */
export interface Caller {
  /** A crawler, a link preview or a monitor: served, and never counted. */
  isCrawler: boolean;
  /** The network of the request as this room (`stage/…`, `profile/…`) knows it today: a keyed hash. */
  networkIn(roomPath: string): string;
  /** The software of the request, likewise. */
  programIn(roomPath: string): string;
}

/** A listener of a performance, and the names under which they may be counted for it: the first unused one is used. */
export interface Hearing {
  /** The set's id, otherwise the room and the time at which it went on air. */
  performance: string;
  stageId: string | null;
  performerId: string | null;
  setId: string | null;
  listeners: string[];
}
