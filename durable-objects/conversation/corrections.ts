import { previewOf } from "#app/domains/air/messages/views.ts";
import { inbox } from "../stubs.ts";
import type { ConversationCore } from "./core.ts";

/** The name of the corrections in the object's due list: its alarm calls `run` for it. */
export const correctionsDue = "corrections";

/** Time by which every notice has been delivered: email may wait for hours, and for the end of quiet hours. */
const underWayMs = 48 * 3_600_000;

interface Correction extends Record<string, SqlStorageValue> {
  id: number;
  user_id: string;
  seq: number;
}

export const noticeKey = (messageId: string) => `message:${messageId}`;

/**
 * The messages that participants were notified of and have not read. When one of them is changed or deleted, its notice
 * that is still on its way is changed or withdrawn. An unavailable inbox is retried.
 */
export class Corrections {
  readonly #core: ConversationCore;
  #withdrawn: (userId: string) => void = () => {};

  constructor(core: ConversationCore) {
    this.#core = core;
    core.sql.exec(`
      create table if not exists told (
        user_id text not null, seq integer not null, at integer not null, is_told integer not null default 0,
        primary key (user_id, seq)
      ) without rowid;
      create table if not exists corrections (
        id integer primary key autoincrement, user_id text not null, seq integer not null, unique (user_id, seq)
      );
    `);
  }

  /** Calls `notify` when the message that someone was notified of last was deleted: there may be an earlier unread one. */
  onWithdrawn(notify: (userId: string) => void): void {
    this.#withdrawn = notify;
  }

  /** They are about to be notified of this message: changes made in the meantime are corrected too. */
  begin(userId: string, seq: number, now: number): void {
    const { sql } = this.#core;
    sql.exec("insert into told (user_id, seq, at) values (?, ?, ?) on conflict do nothing", userId, seq, now);
    // The last one is kept, however old: no one is notified of messages before it.
    sql.exec(
      "delete from told where user_id = ?1 and at < ?2 and seq < (select max(seq) from told where user_id = ?1 and is_told)",
      userId,
      now - underWayMs,
    );
  }

  end(userId: string, seq: number): void {
    this.#core.sql.exec("update told set is_told = 1 where user_id = ? and seq = ?", userId, seq);
  }

  /** The position of the last message that they were notified of and have not read; 0 where there is none. */
  lastTold(userId: string): number {
    return (
      this.#core.sql
        .exec<{ seq: number | null }>(
          "select max(seq) as seq from told where user_id = ? and is_told",
          userId,
        )
        .one().seq ?? 0
    );
  }

  /** The message at this position was changed or deleted. */
  changed(seq: number): void {
    const { sql, due } = this.#core;
    const { rowsWritten } = sql.exec(
      "insert or replace into corrections (user_id, seq) select user_id, seq from told where seq = ?",
      seq,
    );
    if (rowsWritten > 0) void due.scheduleBy(correctionsDue, Date.now());
  }

  /** They have read everything, or have left: their inbox is notified separately, and cancels the rest. */
  drop(userId: string): void {
    const { sql } = this.#core;
    sql.exec("delete from told where user_id = ?", userId);
    sql.exec("delete from corrections where user_id = ?", userId);
  }

  /** Throws where an inbox is unavailable; the others have been updated. */
  async run(): Promise<void> {
    const { sql } = this.#core;
    const waiting = sql.exec<Correction>("select id, user_id, seq from corrections order by id").toArray();
    const outcomes = await Promise.allSettled(
      waiting.map(async (correction) => {
        await this.#correct(correction);
        // A later correction of the same message has another number.
        sql.exec("delete from corrections where id = ?", correction.id);
      }),
    );
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    if (failure !== undefined) throw failure.reason;
  }

  async #correct({ user_id: userId, seq }: Correction): Promise<void> {
    const { env, sql, history } = this.#core;
    const message = history.at(seq);
    if (message === undefined) return;
    if (message.deletedAt === null)
      return inbox(env, userId).reword(noticeKey(message.id), previewOf(message));
    await inbox(env, userId).withdraw(noticeKey(message.id));
    sql.exec("delete from told where user_id = ? and seq = ?", userId, seq);
    this.#withdrawn(userId);
  }
}
