import type { SetCheer, SetPlay, SetTip } from "#app/domains/air/sets/live-set.ts";
import { hiddenTipper } from "#app/domains/air/stages/live/tips.ts";

/** Longer than a write waits for D1, including those that are retried once an hour. */
const keepMs = 2 * 24 * 3_600_000;

/** The plays, cheers and tips of the last days by set, stored in the tick in which they happen: D1 may not have them yet. */
export class SetLedger {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec(
      "create table if not exists set_ledger (id text primary key, set_id text not null, user_id text, at integer not null, json text not null)",
    );
    this.#sql.exec("create index if not exists set_ledger_set on set_ledger (set_id, at)");
    this.#sql.exec("create index if not exists set_ledger_at on set_ledger (at)");
  }

  addPlay(setId: string, play: SetPlay): void {
    this.#add(setId, null, play);
  }

  addCheer(setId: string, userId: string, cheer: SetCheer): void {
    this.#add(setId, userId, cheer);
  }

  addTip(setId: string, tip: SetTip): void {
    this.#add(setId, null, tip);
  }

  /** D1 has these plays, or they are none any more. */
  dropPlays(ids: readonly string[]): void {
    this.#sql.exec(
      "delete from set_ledger where id in (select value from json_each(?))",
      JSON.stringify(ids),
    );
  }

  /** Returns the plays, cheers and tips of a set by time. */
  read(setId: string): { plays: SetPlay[]; cheers: SetCheer[]; tips: SetTip[] } {
    const rows = this.#sql
      .exec<{ json: string }>("select json from set_ledger where set_id = ? order by at, id", setId)
      .toArray();
    const entries = rows.map(({ json }): SetPlay | SetCheer | SetTip => JSON.parse(json));
    return {
      plays: entries.filter((entry) => "track" in entry),
      cheers: entries.filter((entry) => "playId" in entry),
      tips: entries.filter((entry) => "amount" in entry),
    };
  }

  /** The tips of this user are no longer theirs, but still counted. */
  hideTipper(userId: string): void {
    this.#sql.exec(
      `update set_ledger set json = json_set(json, '$.fromId', '', '$.fromUsername', ?)
       where json_extract(json, '$.fromId') = ?`,
      hiddenTipper,
      userId,
    );
  }

  /** Deletes what this user has given, but their tips. */
  forget(userId: string): void {
    this.#sql.exec("delete from set_ledger where user_id = ?", userId);
  }

  #add(setId: string, userId: string | null, entry: SetPlay | SetCheer | SetTip): void {
    const { id, timestamp } = entry;
    this.#sql.exec(
      "insert into set_ledger (id, set_id, user_id, at, json) values (?, ?, ?, ?, ?) on conflict (id) do nothing",
      id,
      setId,
      userId,
      timestamp,
      JSON.stringify(entry),
    );
    this.#sql.exec("delete from set_ledger where at < ?", timestamp - keepMs);
  }
}
