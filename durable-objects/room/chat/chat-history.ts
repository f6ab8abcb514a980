import type { ChosenMessagesInput } from "#app/domains/air/stages/contract/moderation.ts";
import type { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";
import type { RoomEventBody } from "../../fan-out/journal.ts";
import type { RoomCore } from "../core.ts";
import type { Air } from "../on-air/air.ts";

/** More than anyone reads along with one replay. */
const maxMessages = 5_000;

/**
 * The messages of a broadcast, for its replay. Kept longer than the chat shows it, and deleted with it: events are
 * noted in the transaction that stores them.
 */
export class ChatHistory {
  readonly #sql: SqlStorage;
  readonly #air: Air;
  readonly #core: RoomCore;

  constructor(core: RoomCore, air: Air) {
    this.#core = core;
    this.#sql = core.storage.sql;
    this.#air = air;
    this.#sql.exec(
      "create table if not exists chat_history (id text primary key, performance text not null, at integer not null, user_id text not null, json text not null)",
    );
    this.#sql.exec("create index if not exists chat_history_performance on chat_history (performance, at)");
    this.#sql.exec("create index if not exists chat_history_user on chat_history (user_id)");
    core.observe((body) => this.#note(body));
  }

  /** Oldest first. */
  read(performance: string): ChatMessage[] {
    return this.#parse("performance = ? order by at, id limit ?", performance, maxMessages);
  }

  /** A message that is still shown, in the chat or in a replay. */
  find(messageId: string): ChatMessage | undefined {
    return this.#core.journal.find(messageId) ?? this.#parse("id = ?", messageId)[0];
  }

  /** This user's messages, oldest first. */
  messagesOf(userId: string): ChatMessage[] {
    return this.#parse("user_id = ? order by at, id", userId);
  }

  forgetReplay(performance: string): void {
    this.#sql.exec("delete from chat_history where performance = ?", performance);
  }

  /** Deletes what this user has written since `since`. */
  deleteOf(userId: string, since = 0): void {
    this.#sql.exec("delete from chat_history where user_id = ? and at >= ?", userId, since);
  }

  /** Deletes these messages where the chat no longer shows them. Returns their writers, one id per message. */
  deleteChosen({ messageIds, user }: ChosenMessagesInput): string[] {
    const chosen =
      messageIds == null
        ? { where: "user_id = ?", value: user ?? "" }
        : { where: "id in (select value from json_each(?))", value: JSON.stringify(messageIds) };
    return this.#sql
      .exec<{ userId: string }>(
        `delete from chat_history where ${chosen.where} returning user_id as userId`,
        chosen.value,
      )
      .toArray()
      .map(({ userId }) => userId);
  }

  #note(body: RoomEventBody): void {
    if (body.event === "message deleted")
      this.#sql.exec("delete from chat_history where id = ?", body.data._id);
    if (body.event !== "room message" && body.event !== "profile message") return;
    const { broadcast } = this.#air;
    if (broadcast === null) return;
    keepForReplay(this.#sql, broadcast.performance, body.data);
  }

  #parse(where: string, ...values: SqlStorageValue[]): ChatMessage[] {
    return this.#sql
      .exec<{ json: string }>(`select json from chat_history where ${where}`, ...values)
      .toArray()
      .map(({ json }) => JSON.parse(json));
  }
}

/** Does nothing where it is kept already. */
export function keepForReplay(sql: SqlStorage, performance: string, message: ChatMessage): void {
  const { _id, time, userId } = message;
  sql.exec(
    "insert into chat_history (id, performance, at, user_id, json) values (?, ?, ?, ?, ?) on conflict (id) do nothing",
    _id,
    performance,
    time,
    userId,
    JSON.stringify(message),
  );
}
