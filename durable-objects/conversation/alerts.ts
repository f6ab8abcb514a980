import type { Facts } from "#app/domains/messages/facts.ts";
import { isMutedAt } from "#app/domains/messages/rules.ts";
import { previewOf } from "#app/domains/messages/views.ts";
import type { DueList } from "../alarms.ts";
import { inbox, type Objects } from "../stubs.ts";
import type { AboutRecord } from "./about.ts";
import type { People } from "./facts.ts";
import type { History } from "./history.ts";
import type { Members } from "./members.ts";

/** The name of the alerts in the object's due list: its alarm answers it with `run`. */
export const alertsDue = "alerts";

/** Whoever has the conversation open and looks at it has read a message by then. */
const readWithinMs = 4_000;

interface Parts {
  id: string;
  env: Objects;
  sql: SqlStorage;
  due: DueList;
  about: AboutRecord;
  history: History;
  members: Members;
  people: People;
}

interface Alert extends Record<string, SqlStorageValue> {
  user_id: string;
  seq: number;
}

/** Which participants have to be notified of a message that they may not see otherwise. */
export class Alerts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.sql.exec(
      "create table if not exists alerts (user_id text primary key, seq integer not null, due_at integer not null)",
    );
  }

  /** One alert stands for all messages that come before it is due. */
  add(userIds: readonly string[], seq: number, now: number): void {
    const { sql, due } = this.#parts;
    for (const userId of userIds)
      sql.exec(
        "insert into alerts (user_id, seq, due_at) values (?1, ?2, ?3) on conflict (user_id) do update set seq = ?2",
        userId,
        seq,
        now + readWithinMs,
      );
    if (userIds.length > 0) void due.scheduleBy(alertsDue, now + readWithinMs);
  }

  /** They have read it, or are no longer there. */
  drop(userId: string): void {
    this.#parts.sql.exec("delete from alerts where user_id = ?", userId);
  }

  async run(now: number): Promise<void> {
    const { sql, due, people, members } = this.#parts;
    const alerts = sql.exec<Alert>("select user_id, seq from alerts where due_at <= ?", now).toArray();
    if (alerts.length > 0) {
      const facts = await people.ask(members.list().map(({ userId }) => userId));
      for (const { user_id: userId, seq } of alerts) {
        await this.#alert(userId, seq, facts, now);
        sql.exec("delete from alerts where user_id = ? and seq = ?", userId, seq);
      }
    }
    const next = sql.exec<{ at: number | null }>("select min(due_at) as at from alerts").one().at;
    if (next !== null) await due.schedule(alertsDue, next);
  }

  async #alert(userId: string, seq: number, facts: Facts, now: number): Promise<void> {
    const { id, env, about, history, members } = this.#parts;
    const member = members.find(userId);
    const message = history.at(seq);
    if (member === undefined || member.read >= seq || isMutedAt(member, now)) return;
    if (message?.senderId == null || message.deletedAt !== null) return;
    const sender = facts.person(message.senderId);
    if (sender === undefined || facts.person(userId) === undefined || facts.hasBlocked(userId, sender.id))
      return;
    const name = about.read()?.name ?? null;
    await inbox(env, userId).notify({
      kind: "message",
      title: name === null ? sender.username : `${sender.username} in ${name}`,
      message: previewOf(message),
      at: message.at,
      key: `message:${message.id}`,
      about: sender.id,
      url: `/inbox?conversation=${id}`,
      group: `conversation/${id}`,
    });
  }
}
