import type { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";
import type { Bucket } from "#app/domains/air/stages/live/rules.ts";

/** Time for which a message's client id is remembered: longer than any client retries. */
const rememberMs = 10 * 60_000;

/** A stored message, as the response to its writer. */
export type Stored = Pick<ChatMessage, "_id" | "time">;

/**
 * A chat's memory of its writers, in the room's storage: how much each may still send, and which frames were already
 * accepted.
 */
export class ChatMemory {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#sql.exec(
      "create table if not exists chat_buckets (user_id text primary key, tokens real not null, at integer not null)",
    );
    this.#sql.exec(
      "create table if not exists taken (user_id text not null, client_id text not null, message_id text not null, at integer not null, primary key (user_id, client_id))",
    );
    this.#sql.exec("create index if not exists taken_at on taken (at)");
    // Rooms of an earlier version stored whole messages there.
    this.#sql.exec("drop table if exists said");
  }

  /** Records that this frame of its writer was accepted, as which message. */
  remember(userId: string, clientId: string, { _id, time }: Stored): void {
    this.#sql.exec(
      "insert into taken (user_id, client_id, message_id, at) values (?, ?, ?, ?)",
      userId,
      clientId,
      _id,
      time,
    );
    this.#sql.exec("delete from taken where at < ?", time - rememberMs);
  }

  find(userId: string, clientId: string): Stored | undefined {
    return this.#sql
      .exec<{ _id: string; time: number }>(
        "select message_id as _id, at as time from taken where user_id = ? and client_id = ?",
        userId,
        clientId,
      )
      .toArray()[0];
  }

  /** Null where none is stored yet. */
  bucket(userId: string): Bucket | null {
    const rows = this.#sql.exec<{ tokens: number; at: number }>(
      "select tokens, at from chat_buckets where user_id = ?",
      userId,
    );
    return rows.toArray()[0] ?? null;
  }

  storeBucket(userId: string, bucket: Bucket): void {
    this.#sql.exec(
      "insert into chat_buckets (user_id, tokens, at) values (?1, ?2, ?3) on conflict (user_id) do update set tokens = ?2, at = ?3",
      userId,
      bucket.tokens,
      bucket.at,
    );
  }

  forget(userId: string): void {
    this.#sql.exec("delete from taken where user_id = ?", userId);
    this.#sql.exec("delete from chat_buckets where user_id = ?", userId);
  }
}
