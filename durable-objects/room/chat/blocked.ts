/**
 * The people whom the owner of a profile has blocked: they may listen and read here, but not write or cheer. D1 is the
 * source; this copy is read with the room's facts and updated by the owner's own call.
 */
export class Blocked {
  readonly #sql: SqlStorage;
  readonly #userIds: Set<string>;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec("create table if not exists blocked (user_id text primary key) without rowid");
    const rows = this.#sql.exec<{ user_id: string }>("select user_id from blocked").toArray();
    this.#userIds = new Set(rows.map((row) => row.user_id));
  }

  has(userId: string): boolean {
    return this.#userIds.has(userId);
  }

  set(userId: string, isBlocked: boolean): void {
    if (isBlocked === this.has(userId)) return;
    if (isBlocked) {
      this.#userIds.add(userId);
      this.#sql.exec("insert into blocked (user_id) values (?)", userId);
    } else {
      this.#userIds.delete(userId);
      this.#sql.exec("delete from blocked where user_id = ?", userId);
    }
  }

  /** Replaces the whole list with the one from D1. */
  replace(userIds: readonly string[]): void {
    const known = new Set(userIds);
    for (const userId of this.#userIds) if (!known.has(userId)) this.set(userId, false);
    for (const userId of known) this.set(userId, true);
  }
}
