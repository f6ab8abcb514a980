import { openDb } from "#db/client.ts";
import type { DueList } from "#packages/durable/due-list.ts";
import { removePicture } from "../picture-shelf.ts";

/** The name of the pictures in the object's due list: its alarm calls `run` for it. */
export const picturesDue = "pictures";

/** Pictures of deleted messages: deleted from storage as soon as possible. */
export class GonePictures {
  readonly #sql: SqlStorage;
  readonly #due: DueList;
  readonly #env: Env;

  constructor(sql: SqlStorage, due: DueList, env: Env) {
    this.#sql = sql;
    this.#due = due;
    this.#env = env;
    this.#sql.exec("create table if not exists gone_pictures (path text primary key) without rowid");
  }

  add(path: string): void {
    this.#sql.exec("insert or ignore into gone_pictures (path) values (?)", path);
    void this.#due.scheduleBy(picturesDue, Date.now());
  }

  async run(): Promise<void> {
    const db = openDb(this.#env.DB);
    const gone = this.#sql.exec<{ path: string }>("select path from gone_pictures").toArray();
    for (const { path } of gone) {
      await removePicture(this.#env, db, path);
      this.#sql.exec("delete from gone_pictures where path = ?", path);
    }
  }
}
