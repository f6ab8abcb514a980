import { ResumableLog } from "#packages/durable/resumable-log.ts";

/** The number of events that are kept for `?since=`. */
const keep = 500;

/** An event, and its message or person: never the text, so that a page that resumes is not sent deleted text. */
export type Happening =
  | { event: "chat message" | "message changed"; message: number }
  | { event: "delivered" | "read"; user: string; upTo: number }
  | { event: "conversation changed" };

export type Happened = Happening & { seq: number; at: number };

interface Row extends Record<string, SqlStorageValue> {
  seq: number;
  at: number;
  event: Happening["event"];
  place: number | null;
  user_id: string | null;
}

/** The last events of the conversation, with consecutive numbers. */
export class ConversationLog {
  readonly #log: ResumableLog<Row>;

  constructor(sql: SqlStorage) {
    const columns = "at integer not null, event text not null, place integer, user_id text";
    this.#log = new ResumableLog(sql, { table: "happenings", columns, keep });
  }

  /** The number of the last event; 0 before the first. */
  lastSeq(): number {
    return this.#log.lastSeq();
  }

  append(happening: Happening, at: number): Happened {
    const seq = this.lastSeq() + 1;
    const place = "message" in happening ? happening.message : "upTo" in happening ? happening.upTo : null;
    const user = "user" in happening ? happening.user : null;
    this.#log.append({ seq, at, event: happening.event, place, user_id: user });
    return { ...happening, seq, at };
  }

  /** Every event after `since`, oldest first; null when some are gone, or `since` is not a number of this log. */
  since(since: number): Happened[] | null {
    return this.#log.since(since)?.map(toHappened) ?? null;
  }

  /** A page that resumes from before now starts with a snapshot. Numbers continue, and none is used twice. */
  forget(at: number): void {
    const { seq } = this.append({ event: "conversation changed" }, at);
    this.#log.deleteUpTo(seq - 1);
  }
}

function toHappened({ seq, at, event, place, user_id }: Row): Happened {
  if (event === "chat message" || event === "message changed") return { event, message: place ?? 0, seq, at };
  if (event === "delivered" || event === "read")
    return { event, user: user_id ?? "", upTo: place ?? 0, seq, at };
  return { event, seq, at };
}
