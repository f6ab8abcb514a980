/** What counting needs of the request, and of the platform. */

/** What is the same for everyone and need not be of this moment. */
export interface KeptAnswers {
  /** What was computed under this name within the last `forMs` (whole seconds), else what `compute` answers now. */
  keep<T>(name: string, forMs: number, compute: () => Promise<T>): Promise<T>;
}

/** What may be known of anyone who calls, with or without an account, to count them once: `docs/counting.md`. */
export interface Caller {
  /** A crawler, a link preview or a monitor: served, and never counted. */
  isCrawler: boolean;
  /** The network of the request as this room (`stage/…`, `profile/…`) knows it today: a keyed hash. */
  networkIn(roomPath: string): string;
  /** The program that asks, likewise. */
  programIn(roomPath: string): string;
}

/** Someone who hears a performance, and the names under which they may be counted for it: the first that is free. */
export interface Hearing {
  /** The set's id, else the room and the time at which it went on air. */
  performance: string;
  stageId: string | null;
  performerId: string | null;
  setId: string | null;
  listeners: string[];
}
