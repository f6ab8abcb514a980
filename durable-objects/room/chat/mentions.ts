import type { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";
import { mentionCandidates } from "#app/domains/people/notifications/mentions.ts";
import { listMentioned } from "#app/domains/people/notifications/queries/notifications.ts";
import { profilePath, stagePath } from "#app/paths.ts";
import { openDb } from "#db/client.ts";
import type { RoomEventBody } from "../../fan-out/journal.ts";
import { inbox, lobbyShard } from "../../stubs.ts";
import type { RoomCore } from "../core.ts";

/** The name of this task in the room's due list: its alarm calls `tell` for it. */
export const mentionsDue = "mentions";

interface Said extends Pick<ChatMessage, "_id" | "userId" | "user" | "message" | "time"> {
  /** The writer of the message that it answers. */
  repliesTo?: string;
}

/**
 * Notifies the people mentioned in a chat message, and whom it answers, unless they are in the room and see it. Deleting
 * the message withdraws its notices.
 */
export class Mentions {
  readonly #core: RoomCore;
  readonly #sql: SqlStorage;

  constructor(core: RoomCore) {
    this.#core = core;
    this.#sql = core.storage.sql;
    this.#sql.exec(
      "create table if not exists mentions (id text primary key, user_id text not null, json text not null) without rowid",
    );
    // Who was notified of which message, as long as that message can be deleted.
    this.#sql.exec(
      "create table if not exists mentioned (id text not null, user_id text not null, is_gone integer not null default 0, primary key (id, user_id)) without rowid",
    );
  }

  /** An event that the room has published; mentions are sent later, so that chat does not wait for them. */
  note(body: RoomEventBody): void {
    if (body.event === "message deleted") this.#takeBack(body.data._id);
    if (body.event !== "room message" && body.event !== "profile message") return;
    const { _id, userId, user, message, time, replyTo } = body.data;
    const repliesTo = replyTo === undefined ? undefined : this.#core.journal.find(replyTo)?.userId;
    if (!message.includes("@") && repliesTo === undefined) return;
    const json = JSON.stringify({ _id, userId, user, message, time, repliesTo } satisfies Said);
    this.#sql.exec("insert or ignore into mentions (id, user_id, json) values (?, ?, ?)", _id, userId, json);
    void this.#core.due.scheduleBy(mentionsDue, time);
  }

  /** May run twice: each person is notified once. */
  async tell(): Promise<void> {
    await this.#withdraw();
    const rows = this.#sql.exec<{ id: string; json: string }>("select id, json from mentions order by id");
    for (const { id, json } of rows.toArray()) {
      await this.#notifyOf(JSON.parse(json));
      this.#sql.exec("delete from mentions where id = ?", id);
    }
  }

  forget(userId: string): void {
    this.#sql.exec(
      "delete from mentions where user_id = ?1 or json_extract(json, '$.repliesTo') = ?1",
      userId,
    );
    this.#sql.exec("delete from mentioned where user_id = ?", userId);
  }

  #takeBack(messageId: string): void {
    this.#sql.exec("delete from mentions where id = ?", messageId);
    const told = this.#sql.exec("update mentioned set is_gone = 1 where id = ? returning id", messageId);
    if (told.toArray().length > 0) void this.#core.due.scheduleBy(mentionsDue, Date.now());
  }

  async #withdraw(): Promise<void> {
    const gone = this.#sql.exec<{ id: string; userId: string }>(
      "select id, user_id as userId from mentioned where is_gone",
    );
    for (const { id, userId } of gone.toArray()) {
      await inbox(this.#core.env, userId).withdraw(keyOf(id));
      this.#sql.exec("delete from mentioned where id = ? and user_id = ?", id, userId);
    }
    // What is no longer shown cannot be deleted either.
    const shown = this.#core.journal.state.messages.map(({ _id }) => _id);
    this.#sql.exec(
      "delete from mentioned where not is_gone and id not in (select value from json_each(?))",
      JSON.stringify(shown),
    );
  }

  async #notifyOf({ _id, userId, user, message, time, repliesTo }: Said): Promise<void> {
    const { env, kind, id, path } = this.#core;
    const usernameKeys = mentionCandidates(message);
    if (usernameKeys.length === 0 && repliesTo === undefined) return;
    const named = { writerId: userId, usernameKeys, repliesTo: repliesTo ?? null };
    const mentioned = await listMentioned(openDb(env.DB), named);
    if (mentioned.length === 0) return;
    for (const person of mentioned) {
      if (await lobbyShard(env, person.id).isPresent(path, person.id)) continue;
      // It may be deleted at any moment: then no notice is sent, or, once it is recorded here, the notice is withdrawn.
      if (this.#sql.exec("select 1 from mentions where id = ?", _id).toArray().length === 0) return;
      this.#sql.exec("insert or ignore into mentioned (id, user_id) values (?, ?)", _id, person.id);
      await inbox(env, person.id).notify({
        kind: "mention",
        message: `${user} ${person.id === repliesTo ? "replied to you" : "mentioned you"}: ${message}`,
        at: time,
        key: keyOf(_id),
        about: userId,
        url: kind === "stage" ? stagePath(id) : profilePath(id),
        group: `mentions/${path}`,
      });
    }
  }
}

/** The key of a message's notice in an inbox. */
const keyOf = (messageId: string) => `mention/${messageId}`;
