const retryBaseMs = 500;
const retryMaxMs = 30_000;
/** While a handler runs, the alarm is set for after this time at the latest: after a crash it runs again. */
const runningMs = 5_000;

/** Handlers of an object for the names that are due. Handlers run at least once and must be idempotent. */
export type WhenDue = Readonly<Record<string, () => unknown>>;

/**
 * Named due times in an object's own storage, behind the one alarm that an object has. An object's `alarm` calls
 * `runDue` with its table of handlers; everything else only schedules what is due when. A name costs a row where it is
 * scheduled, one where it has run, and one where the alarm has to be earlier: an alarm that is too early is left.
 */
export class DueList {
  readonly #storage: DurableObjectStorage;
  #isClosed = false;
  /** The names whose handler is running, and whether they were rescheduled since it started. */
  readonly #running = new Map<string, boolean>();
  /** Later times of names that were postponed: their rows keep the earlier ones. */
  readonly #postponed = new Map<string, number>();
  /** Time of the alarm as it was set here; undefined where none was, also after an eviction. */
  #alarmAt: number | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(
      "create table if not exists due (name text primary key, at integer not null, failures integer not null default 0) without rowid",
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
    return this.#postponed.get(name) ?? this.#storedAt(name);
  }

  /** Sets the time of `name`, replacing the one it had. */
  schedule(name: string, at: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#postponed.delete(name);
    if (this.#running.has(name)) this.#running.set(name, true);
    else if (this.#storedAt(name) === at) return Promise.resolve();
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

  /**
   * Like `schedule`, but a later time than the stored one is only remembered: after an eviction the name may be due
   * earlier than `at`. For what is moved again and again, and is harmless when it runs too early.
   */
  postpone(name: string, at: number): Promise<void> {
    const storedAt = this.#isClosed || this.#running.has(name) ? null : this.#storedAt(name);
    if (storedAt === null || at <= storedAt) return this.schedule(name, at);
    this.#postponed.set(name, at);
    return Promise.resolve();
  }

  cancel(name: string): Promise<void> {
    this.#postponed.delete(name);
    if (this.dueAt(name) !== null) this.#storage.sql.exec("delete from due where name = ?", name);
    return Promise.resolve();
  }

  /**
   * Runs the handler of every name due at `now`, earliest first, and forgets names without one. A name whose handler throws is logged and due again
   * after a growing delay; the others still run. A handler may schedule its own name again.
   */
  async runDue(now: number, whenDue: WhenDue): Promise<void> {
    this.#alarmAt = undefined;
    try {
      for (const { name, failures } of this.#storage.sql
        .exec<{ name: string; failures: number }>(
          "select name, failures from due where at <= ? order by at, name",
          now,
        )
        .toArray())
        if (!this.#isClosed && (this.#postponed.get(name) ?? now) <= now)
          await this.#run(name, failures, whenDue);
    } finally {
      await this.#arm();
    }
  }

  async #run(name: string, failures: number, whenDue: WhenDue): Promise<void> {
    const { sql } = this.#storage;
    this.#postponed.delete(name);
    this.#running.set(name, false);
    try {
      await whenDue[name]?.();
      if (this.#isClosed) return;
      // Rescheduled while it ran: then its time must not be removed here.
      if (!this.#running.get(name)) sql.exec("delete from due where name = ?", name);
      else if (failures > 0) sql.exec("update due set failures = 0 where name = ?", name);
    } catch (error) {
      if (this.#isClosed) return;
      const delayMs = Math.min(retryMaxMs, retryBaseMs * 2 ** failures);
      console.warn(
        JSON.stringify({ event: "due-failed", name, failures: failures + 1, error: String(error) }),
      );
      const isRescheduled = this.#running.get(name) === true;
      sql.exec(
        "update due set failures = failures + 1, at = min(?, case ? when 1 then at else ? end) where name = ?",
        Date.now() + retryMaxMs,
        isRescheduled ? 1 : 0,
        Date.now() + delayMs,
        name,
      );
    } finally {
      this.#running.delete(name);
    }
  }

  #storedAt(name: string): number | null {
    const row = this.#storage.sql
      .exec<{ at: number }>("select at from due where name = ?", name)
      .toArray()[0];
    return row?.at ?? null;
  }

  /** Sets the alarm where it is not set early enough. */
  #arm(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const rows = this.#storage.sql.exec<{ name: string; at: number }>("select name, at from due").toArray();
    let first = Number.POSITIVE_INFINITY;
    for (const { name, at } of rows) {
      const isRunning = this.#running.get(name) === false;
      first = Math.min(first, isRunning ? Date.now() + runningMs : (this.#postponed.get(name) ?? at));
    }
    if (first === Number.POSITIVE_INFINITY || first >= (this.#alarmAt ?? Number.POSITIVE_INFINITY))
      return Promise.resolve();
    this.#alarmAt = first;
    return this.#storage.setAlarm(first);
  }
}
