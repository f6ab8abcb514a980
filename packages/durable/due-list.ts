const retryBaseMs = 500;
const retryMaxMs = 30_000;
/** While a handler runs, its row is due again after this long, so that a crash in the middle repeats it. */
const runningMs = 5_000;

/** Handlers of an object for the names that are due. Handlers run at least once and must be idempotent. */
export type WhenDue = Readonly<Record<string, () => unknown>>;

/**
 * Named due times in an object's own storage, behind the one alarm that an object has. An object's `alarm` calls
 * `runDue` with its table of handlers; everything else only schedules what is due when.
 */
export class DueList {
  readonly #storage: DurableObjectStorage;
  #isClosed = false;
  /** The names whose handler is running, and whether they were rescheduled since it started. */
  readonly #running = new Map<string, boolean>();

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(
      "create table if not exists due (name text primary key, at integer not null, failures integer not null default 0)",
    );
  }

  /** Cancels everything that is due, for good: the object is about to delete its storage. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#storage.deleteAlarm();
  }

  /** Returns when `name` is due (epoch ms), or null. */
  dueAt(name: string): number | null {
    if (this.#isClosed) return null;
    const row = this.#storage.sql
      .exec<{ at: number }>("select at from due where name = ?", name)
      .toArray()[0];
    return row?.at ?? null;
  }

  /** Sets the time of `name`, replacing the one it had. */
  schedule(name: string, at: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    if (this.#running.has(name)) this.#running.set(name, true);
    else if (this.dueAt(name) === at) return Promise.resolve();
    this.#storage.sql.exec(
      "insert into due (name, at) values (?, ?) on conflict (name) do update set at = excluded.at",
      name,
      at,
    );
    return this.#arm();
  }

  /** Makes `name` due at `at` at the latest: an earlier time is kept. */
  scheduleBy(name: string, at: number): Promise<void> {
    // The stored time of a running name only serves to repeat it after a crash.
    const dueAt = this.#running.get(name) === false ? null : this.dueAt(name);
    return dueAt !== null && dueAt <= at ? Promise.resolve() : this.schedule(name, at);
  }

  cancel(name: string): Promise<void> {
    if (this.dueAt(name) === null) return Promise.resolve();
    this.#storage.sql.exec("delete from due where name = ?", name);
    return this.#arm();
  }

  /**
   * Runs the handler of every name due at `now`, earliest first, and forgets names without one. A name whose handler throws is logged and due again
   * after a growing delay; the others still run. A handler may schedule its own name again.
   */
  async runDue(now: number, whenDue: WhenDue): Promise<void> {
    try {
      for (const { name, failures } of this.#storage.sql
        .exec<{ name: string; failures: number }>(
          "select name, failures from due where at <= ? order by at, name",
          now,
        )
        .toArray())
        if (!this.#isClosed) await this.#run(name, failures, whenDue);
    } finally {
      await this.#arm();
    }
  }

  async #run(name: string, failures: number, whenDue: WhenDue): Promise<void> {
    const { sql } = this.#storage;
    const repeatAt = Date.now() + runningMs;
    sql.exec("update due set at = ? where name = ?", repeatAt, name);
    this.#running.set(name, false);
    try {
      await whenDue[name]?.();
      if (this.#isClosed) return;
      // Rescheduled while it ran: then its time must not be removed here.
      if (!this.#running.get(name)) sql.exec("delete from due where name = ?", name);
      sql.exec("update due set failures = 0 where name = ?", name);
    } catch (error) {
      if (this.#isClosed) return;
      const delayMs = Math.min(retryMaxMs, retryBaseMs * 2 ** failures);
      console.warn(
        JSON.stringify({ event: "due-failed", name, failures: failures + 1, error: String(error) }),
      );
      sql.exec(
        "update due set failures = failures + 1, at = min(?, case at when ? then ? else at end) where name = ?",
        Date.now() + retryMaxMs,
        repeatAt,
        Date.now() + delayMs,
        name,
      );
    } finally {
      this.#running.delete(name);
    }
  }

  #arm(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const at = this.#storage.sql.exec<{ at: number | null }>("select min(at) as at from due").one().at;
    return at === null ? this.#storage.deleteAlarm() : this.#storage.setAlarm(at);
  }
}
