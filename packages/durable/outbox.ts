import type { DueList } from "./due-list.ts";

/** One write to D1, as drizzle's `.toSQL()` gives it. It must be harmless when it arrives twice. */
export interface OutboxStatement {
  sql: string;
  params: (string | number | null)[];
}

/** The name of the outbox in the object's due list: its alarm calls `drain` for it. */
export const outboxDue = "outbox";

const batchSize = 40;
const retryBaseMs = 500;
const retryMaxMs = 30_000;
/** A row that D1 has refused this often no longer blocks its lane: it is retried once an hour. */
const maxAttempts = 8;
const setAsideMs = 3_600_000;

interface Row extends Record<string, SqlStorageValue> {
  id: number;
  lane: string;
  statements: string;
  attempts: number;
  due_at: number;
}

/**
 * Writes to D1 that must not be lost: stored in the object first, sent in order, deleted only after D1 has confirmed
 * them. The object keeps working while D1 is unavailable. Delivery is at least once (a confirmation can be lost after
 * the commit), so statements are `insert … on conflict do …`, or updates to a fixed value.
 */
export class Outbox {
  readonly #sql: SqlStorage;
  readonly #due: DueList;
  #isDraining = false;
  #failures = 0;

  constructor(storage: DurableObjectStorage, due: DueList) {
    this.#sql = storage.sql;
    this.#due = due;
    this.#sql.exec(`create table if not exists outbox (
      id integer primary key autoincrement,
      key text not null unique,
      lane text not null,
      statements text not null,
      attempts integer not null default 0,
      due_at integer not null default 0,
      error text
    )`);
  }

  /**
   * Stores writes that reach D1 together or not at all. A `key` that still waits is not stored twice. Rows of one
   * `lane` (by default the whole key) stay in order; lanes do not wait for each other.
   */
  enqueue(key: string, statements: OutboxStatement[], lane: string = key): Promise<void> {
    if (statements.length === 0) return Promise.resolve();
    this.#sql.exec(
      "insert into outbox (key, lane, statements) values (?, ?, ?) on conflict (key) do nothing",
      key,
      lane,
      JSON.stringify(statements),
    );
    return this.#due.scheduleBy(outboxDue, Date.now());
  }

  /** Rows that D1 has not confirmed. */
  pending(): number {
    return this.#sql.exec<{ n: number }>("select count(*) as n from outbox").one().n;
  }

  /** Sends what is due and schedules the next attempt; does not throw when D1 is unavailable. */
  async drain(d1: D1Database): Promise<void> {
    if (this.#isDraining) return;
    this.#isDraining = true;
    try {
      for (let rows = this.#dueRows(); rows.length > 0; rows = this.#dueRows()) {
        if (await this.#send(d1, rows)) this.#failures = 0;
        else {
          this.#failures += 1;
          await this.#due.schedule(outboxDue, Date.now() + backoff(this.#failures));
          return;
        }
      }
      const next = this.#sql.exec<{ at: number | null }>("select min(due_at) as at from outbox").one().at;
      if (next !== null) await this.#due.schedule(outboxDue, Math.max(next, Date.now() + retryBaseMs));
    } finally {
      this.#isDraining = false;
    }
  }

  /** Sends the writes of this key before all others, if they wait; does not throw when D1 is unavailable. */
  async deliver(d1: D1Database, key: string): Promise<void> {
    const rows = this.#sql.exec<Row>("select * from outbox where key = ?", key).toArray();
    if (rows.length > 0) await this.#send(d1, rows);
  }

  /**
   * Sends what waits; rows that contain `id` and that D1 has refused are dropped. True when no row that contains it
   * waits any more.
   */
  async settle(d1: D1Database, id: string): Promise<boolean> {
    await this.drain(d1);
    const named = "instr(statements, ?) or instr(key, ?)";
    this.#sql.exec(`delete from outbox where attempts > 0 and (${named})`, id, id);
    return (
      this.#sql.exec<{ n: number }>(`select count(*) as n from outbox where ${named}`, id, id).one().n === 0
    );
  }

  /** The next rows in order, without those after a row of their lane that waits for a retry. */
  #dueRows(): Row[] {
    return this.#sql
      .exec<Row>(
        `select id, lane, statements, attempts, due_at from outbox as o
         where due_at <= ?1 and not exists (
           select 1 from outbox as earlier
           where earlier.lane = o.lane and earlier.id < o.id and earlier.due_at > ?1 and earlier.attempts < ?2
         ) order by id limit ?3`,
        Date.now(),
        maxAttempts,
        batchSize,
      )
      .toArray();
  }

  /** False when D1 cannot be reached: the attempt then does not count against the rows. */
  async #send(d1: D1Database, rows: Row[]): Promise<boolean> {
    try {
      await d1.batch(rows.flatMap((row) => prepare(d1, row)));
      this.#forget(rows);
      return true;
    } catch {
      if (!(await isAnswering(d1))) return false;
    }
    // A batch fails as a whole: send its rows individually to find the failing one.
    const heldLanes = new Set<string>();
    for (const row of rows) {
      if (heldLanes.has(row.lane)) continue;
      try {
        await d1.batch(prepare(d1, row));
        this.#forget([row]);
      } catch (error) {
        if (!(await isAnswering(d1))) return false;
        if (row.attempts + 1 < maxAttempts) heldLanes.add(row.lane);
        this.#refused(row, error);
      }
    }
    return true;
  }

  #forget(rows: Row[]): void {
    for (const row of rows) this.#sql.exec("delete from outbox where id = ?", row.id);
  }

  #refused(row: Row, error: unknown): void {
    const attempts = row.attempts + 1;
    const isSetAside = attempts >= maxAttempts;
    this.#sql.exec(
      "update outbox set attempts = ?, due_at = ?, error = ? where id = ?",
      attempts,
      Date.now() + (isSetAside ? setAsideMs : backoff(attempts)),
      String(error),
      row.id,
    );
    if (isSetAside)
      console.warn(
        JSON.stringify({ event: "outbox-set-aside", lane: row.lane, attempts, error: String(error) }),
      );
  }
}

function prepare(d1: D1Database, row: Row): D1PreparedStatement[] {
  const statements: OutboxStatement[] = JSON.parse(row.statements);
  return statements.map(({ sql, params }) => d1.prepare(sql).bind(...params));
}

async function isAnswering(d1: D1Database): Promise<boolean> {
  try {
    await d1.prepare("select 1").run();
    return true;
  } catch {
    return false;
  }
}

function backoff(failures: number): number {
  return Math.min(retryMaxMs, retryBaseMs * 2 ** (failures - 1));
}
