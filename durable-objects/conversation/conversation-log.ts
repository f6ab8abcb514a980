/** The number of events that are kept for `?since=`. */
const keep = 500;

/**
 * What happened, and to which message or person: never the text, so that a page that resumes is not sent deleted text.
 */
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
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#sql.exec(`create table if not exists happenings (
      seq integer primary key, at integer not null, event text not null, place integer, user_id text
    )`);
  }

  /** The number of the last event; 0 before the first. */
  lastSeq(): number {
    return this.#sql.exec<{ seq: number | null }>("select max(seq) as seq from happenings").one().seq ?? 0;
  }

  append(happening: Happening, at: number): Happened {
    const seq = this.lastSeq() + 1;
    const place = "message" in happening ? happening.message : "upTo" in happening ? happening.upTo : null;
    this.#sql.exec(
      "insert into happenings (seq, at, event, place, user_id) values (?, ?, ?, ?, ?)",
      seq,
      at,
      happening.event,
      place,
      "user" in happening ? happening.user : null,
    );
    this.#sql.exec("delete from happenings where seq <= ?", seq - keep);
    return { ...happening, seq, at };
  }

  /** Every event after `since`, oldest first; null when some are gone, or `since` is not a number of this log. */
  since(since: number): Happened[] | null {
    if (since === this.lastSeq()) return [];
    const rows = this.#sql.exec<Row>("select * from happenings where seq > ? order by seq", since).toArray();
    return rows[0]?.seq === since + 1 ? rows.map(toHappened) : null;
  }

  /** A page that resumes from before now starts with a snapshot. Numbers continue, and none is used twice. */
  forget(at: number): void {
    const { seq } = this.append({ event: "conversation changed" }, at);
    this.#sql.exec("delete from happenings where seq < ?", seq);
  }
}

function toHappened({ seq, at, event, place, user_id }: Row): Happened {
  if (event === "chat message" || event === "message changed") return { event, message: place ?? 0, seq, at };
  if (event === "delivered" || event === "read")
    return { event, user: user_id ?? "", upTo: place ?? 0, seq, at };
  return { event, seq, at };
}
