import type { NewNotice } from "#app/domains/people/notifications/contract.ts";

/** Time for which a key is remembered: senders repeat a notice within minutes. */
const keyMs = 7 * 24 * 3_600_000;

/** The keys of notices that this user has received, or must not receive any more. */
export class ToldKeys {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec("create table if not exists told (key text primary key, at integer not null) without rowid");
  }

  /** Records the keys of a notice; false where it was delivered already. */
  isNew({ key, unlessTold }: Pick<NewNotice, "key" | "unlessTold">, now: number): boolean {
    const others = unlessTold?.keys ?? [];
    const since = now - (unlessTold?.perMs ?? 0);
    const isTold =
      this.#sql.exec("select 1 from told where key = ?", key).toArray().length > 0 ||
      others.some(
        (other) =>
          this.#sql.exec("select 1 from told where key = ? and at > ?", other, since).toArray().length > 0,
      );
    if (isTold) return false;
    for (const each of [key, ...others]) this.note(each, now);
    return true;
  }

  note(key: string, now: number): void {
    this.#sql.exec(
      "insert into told (key, at) values (?1, ?2) on conflict (key) do update set at = ?2",
      key,
      now,
    );
  }

  /** Forgets keys that are too old to be repeated; false where none is left. */
  sweep(now: number): boolean {
    this.#sql.exec("delete from told where at < ?", now - keyMs);
    return this.#sql.exec("select 1 from told limit 1").toArray().length > 0;
  }

  forgetUser(userId: string): void {
    this.#sql.exec("delete from told where instr(key, ?)", userId);
  }
}
