import { DurableObject } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import type { Limits } from "#app/context.ts";
import type { Refusal } from "#app/errors.ts";
import { DueList } from "#packages/durable/due-list.ts";

/** Minimum time between two sweeps: what expires meanwhile waits for the next. */
const sweepMs = 60_000;

/**
 * Exact counters. A use counts for a sliding window from the moment it was made; refused attempts do not count, so that
 * a caller who waits for the given time is admitted. One object is single-threaded and every decision is a read and a
 * write of its storage with nothing in between, so parallel attempts cannot pass together.
 */
export class Limiter extends DurableObject<Env> implements Limits {
  readonly #sql: SqlStorage;
  readonly #due: DueList;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#due = new DueList(ctx.storage);
    this.#sql.exec(`
      create table if not exists uses (key text not null, at integer not null, expires_at integer not null);
      create index if not exists uses_key on uses (key, at);
      create index if not exists uses_expiry on uses (expires_at);
      create table if not exists seen (key text primary key, expires_at integer not null) without rowid;
      create index if not exists seen_expiry on seen (expires_at);
    `);
  }

  /** One use of `name`, or `rate-limited` with the time until the oldest use leaves the window. */
  async take(name: string, { max, perMs }: { max: number; perMs: number }): Promise<{ ok: true } | Refusal> {
    const key = this.#keyOf(name);
    const now = Date.now();
    // The use that has to leave the window before one more fits: of the last `max`, the oldest.
    const blocking = this.#sql
      .exec<{ at: number }>(
        "select at from uses where key = ? and at > ? order by at desc limit 1 offset ?",
        key,
        now - perMs,
        max - 1,
      )
      .toArray()[0];
    if (blocking !== undefined)
      return { ok: false, code: "rate-limited", retryAfterMs: Math.max(1, blocking.at + perMs - now) };
    this.#sql.exec("insert into uses (key, at, expires_at) values (?, ?, ?)", key, now, now + perMs);
    await this.#sweepBy(now, now + perMs);
    return { ok: true };
  }

  /** True the first time within `forMs`, false for every repetition. */
  async once(name: string, forMs: number): Promise<boolean> {
    const now = Date.now();
    const { rowsWritten } = this.#sql.exec(
      `insert into seen (key, expires_at) values (?1, ?2)
       on conflict (key) do update set expires_at = excluded.expires_at where expires_at <= ?3`,
      this.#keyOf(name),
      now + forMs,
      now,
    );
    await this.#sweepBy(now, now + forMs);
    return rowsWritten > 0;
  }

  async uses(name: string, perMs: number): Promise<number> {
    return this.#sql
      .exec<{ uses: number }>(
        "select count(*) as uses from uses where key = ? and at > ?",
        this.#keyOf(name),
        Date.now() - perMs,
      )
      .one().uses;
  }

  async giveBack(name: string): Promise<void> {
    this.#sql.exec(
      "delete from uses where rowid = (select rowid from uses where key = ? order by at desc, rowid desc limit 1)",
      this.#keyOf(name),
    );
  }

  /** Names contain accounts, addresses and networks, so they are stored in a form that reveals none of them. */
  #keyOf(name: string): string {
    return createHmac("sha256", `limit:${this.env.CUE_SECRET}`).update(name).digest("base64url").slice(0, 22);
  }

  override async alarm(): Promise<void> {
    await this.#due.runDue(Date.now(), { sweep: () => this.#sweep() });
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    this.#sql.exec("delete from uses where expires_at <= ?", now);
    this.#sql.exec("delete from seen where expires_at <= ?", now);
    const { at } = this.#sql
      .exec<{ at: number | null }>(
        `select min(coalesce(used, seen), coalesce(seen, used)) as at from (select
           (select min(expires_at) from uses) as used, (select min(expires_at) from seen) as seen)`,
      )
      .one();
    if (at !== null) await this.#sweepBy(now, at);
  }

  /** Sweeps once something has expired, and not often. */
  #sweepBy(now: number, expiresAt: number): Promise<void> {
    return this.#due.scheduleBy("sweep", Math.max(now + sweepMs, expiresAt));
  }
}
