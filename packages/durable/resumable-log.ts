type LoggedRow = { seq: number } & Record<string, SqlStorageValue>;

/**
 * The last events of an object, with consecutive numbers: whoever has seen some of them resumes after the last one seen,
 * without a gap and without a repeat. Under the journal of a room, and the logs of inboxes, the lobby and conversations.
 */
export class ResumableLog<Row extends LoggedRow> {
  readonly #sql: SqlStorage;
  readonly #table: string;
  readonly #keep: number;

  /** `columns`: beside `seq`, as SQL declares them. `keep`: how many events are kept. */
  constructor(sql: SqlStorage, { table, columns, keep }: { table: string; columns: string; keep: number }) {
    this.#sql = sql;
    this.#table = table;
    this.#keep = keep;
    sql.exec(`create table if not exists ${table} (seq integer primary key, ${columns})`);
  }

  /** The number of the last event that is kept; 0 where none is. */
  lastSeq(): number {
    return (
      this.#sql.exec<{ seq: number | null }>(`select max(seq) as seq from ${this.#table}`).one().seq ?? 0
    );
  }

  /** Stores the next event; its number is one more than the last. */
  append(row: Row): void {
    const names = Object.keys(row);
    this.#sql.exec(
      `insert into ${this.#table} (${names.join()}) values (${names.map(() => "?").join()})`,
      ...names.map((name) => row[name] ?? null),
    );
    this.deleteUpTo(row.seq - this.#keep);
  }

  /**
   * Every event after `seq`, oldest first; null where some are gone, or `seq` is not a number of this log. `last`: the
   * number of the last event, where that is known.
   */
  since(seq: number, last = this.lastSeq()): Row[] | null {
    if (seq === last) return [];
    const rows = this.#sql
      .exec<Row>(`select * from ${this.#table} where seq > ? order by seq`, seq)
      .toArray();
    return rows[0]?.seq === seq + 1 ? rows : null;
  }

  /** A page that resumes from before there starts with a snapshot. */
  deleteUpTo(seq: number): void {
    this.#sql.exec(`delete from ${this.#table} where seq <= ?`, seq);
  }
}
