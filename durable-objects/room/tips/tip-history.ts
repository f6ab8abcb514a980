import type { TipMessage } from "#app/domains/air/stages/live/protocol.ts";
import type { TipNews } from "#app/domains/value/tokens/port.ts";

/** Longer than a wallet repeats its news, also where the room was away for days. */
const keepMs = 30 * 24 * 3_600_000;
/** More than anyone reads along with one replay. */
const maxTips = 5_000;

/**
 * Every tip that this room was told of, once; the sums of its performances; and the rows that their replays show. Of a
 * hidden tip nothing here says whose it is.
 */
export class TipHistory {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec(
      "create table if not exists tips (id text primary key, told_at integer not null, performance text, at integer not null, json text)",
    );
    this.#sql.exec("create index if not exists tips_performance on tips (performance, at)");
    this.#sql.exec("create index if not exists tips_forgettable on tips (told_at) where json is null");
    this.#sql.exec(
      "create table if not exists tip_totals (performance text primary key, tokens integer not null, at integer not null)",
    );
  }

  /**
   * Takes a tip, and its row where it belongs to a performance. Returns the tokens of that performance with it; null for
   * one that was told before.
   */
  take({ tip, amount, place }: TipNews, row: TipMessage, now: number): { total: number } | null {
    this.#forgetOld(now);
    const { performance, mediaAt } = place;
    const taken = this.#sql.exec(
      "insert into tips (id, told_at, performance, at, json) values (?, ?, ?, ?, ?) on conflict (id) do nothing returning id",
      tip,
      now,
      performance,
      mediaAt,
      performance === null ? null : JSON.stringify(row),
    );
    if (taken.toArray().length === 0) return null;
    if (performance === null) return { total: amount };
    const { total } = this.#sql
      .exec<{ total: number }>(
        `insert into tip_totals (performance, tokens, at) values (?1, ?2, ?3)
         on conflict (performance) do update set tokens = tokens + ?2, at = ?3 returning tokens as total`,
        performance,
        amount,
        now,
      )
      .one();
    return { total };
  }

  /** Returns tips by their time in the sound, without those of people whose rows were dropped. */
  read(performance: string): TipMessage[] {
    return this.#sql
      .exec<{ json: string }>(
        "select json from tips where performance = ? and json is not null order by at, id limit ?",
        performance,
        maxTips,
      )
      .toArray()
      .map(({ json }) => JSON.parse(json));
  }

  /** No row names this user any more; the sums stay. */
  dropOf(userId: string, side: "fromId" | "toId" = "fromId"): void {
    this.#sql.exec(`update tips set json = null where json_extract(json, '$.${side}') = ?`, userId);
  }

  forgetReplay(performance: string): void {
    this.#sql.exec("update tips set json = null where performance = ?", performance);
  }

  #forgetOld(now: number): void {
    this.#sql.exec("delete from tips where json is null and told_at < ?", now - keepMs);
    this.#sql.exec("delete from tip_totals where at < ?", now - keepMs);
  }
}
