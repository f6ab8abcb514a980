import { ulid } from "ulidx";
import type { MessageKind } from "#app/domains/air/messages/contract.ts";
import type { WantedMessages } from "#app/domains/air/messages/port.ts";
import type { StoredMessage } from "#app/domains/air/messages/views.ts";
import { toIndexed } from "#db/full-text.ts";

interface MessageRow extends Record<string, SqlStorageValue> {
  seq: number;
  id: string;
  kind: string;
  sender_id: string | null;
  about_id: string | null;
  message: string;
  picture: string | null;
  at: number;
  edited_at: number | null;
  deleted_at: number | null;
  client_id: string | null;
}

/** A message before it has a position. */
export type NewMessage = Pick<StoredMessage, "kind" | "senderId" | "message" | "at"> &
  Partial<Pick<StoredMessage, "aboutId" | "picture" | "clientId">>;

/**
 * Every message of the conversation in the one order that everyone sees. Rows are never deleted: a deleted message
 * loses its text and keeps its position.
 */
export class History {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#sql.exec(`
      create table if not exists messages (
        seq integer primary key,
        id text not null unique,
        kind text not null,
        sender_id text,
        about_id text,
        message text not null,
        picture text,
        at integer not null,
        edited_at integer,
        deleted_at integer,
        client_id text
      );
      create unique index if not exists messages_client on messages (sender_id, client_id) where client_id is not null;
      create index if not exists messages_sender on messages (sender_id, seq);
      create index if not exists messages_about on messages (about_id) where about_id is not null;
    `);
    this.#openIndex();
  }

  /** The position of the last message, 0 before the first. */
  lastSeq(): number {
    return this.#sql.exec<{ seq: number | null }>("select max(seq) as seq from messages").one().seq ?? 0;
  }

  append({ kind, senderId, message, at, ...rest }: NewMessage): StoredMessage {
    const { aboutId = null, picture = null, clientId = null } = rest;
    const seq = this.lastSeq() + 1;
    const id = ulid(at);
    this.#sql.exec(
      `insert into messages (seq, id, kind, sender_id, about_id, message, picture, at, client_id)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      seq,
      id,
      kind,
      senderId,
      aboutId,
      message,
      picture,
      at,
      clientId,
    );
    if (kind === "message") this.#index(seq, message);
    const isNew = { editedAt: null, deletedAt: null };
    return { id, seq, kind, senderId, aboutId, message, picture, at, clientId, ...isNew };
  }

  find(id: string): StoredMessage | undefined {
    return this.#first("id = ?", id);
  }

  at(seq: number): StoredMessage | undefined {
    return this.#first("seq = ?", seq);
  }

  /** The message that this sender has sent under this client id. */
  findSent(senderId: string, clientId: string): StoredMessage | undefined {
    return this.#first("sender_id = ? and client_id = ?", senderId, clientId);
  }

  /** The last message after this position that a person wrote. */
  lastWritten(after: number): StoredMessage | undefined {
    return this.#first("kind = 'message' and seq > ? order by seq desc", after);
  }

  /** The last message of these senders after this position that was not deleted. */
  lastFrom(senderIds: readonly string[], after: number): StoredMessage | undefined {
    return this.#first(
      `kind = 'message' and seq > ? and deleted_at is null
       and sender_id in (select value from json_each(?)) order by seq desc`,
      after,
      JSON.stringify(senderIds),
    );
  }

  /** Whether this user has written after this position. */
  hasWritten(userId: string, after: number): boolean {
    return this.#first("kind = 'message' and sender_id = ? and seq > ?", userId, after) !== undefined;
  }

  edit(seq: number, message: string, at: number): void {
    this.#removeFromIndex(seq);
    this.#sql.exec("update messages set message = ?, edited_at = ? where seq = ?", message, at, seq);
    this.#index(seq, message);
  }

  /** Deletes the text and the picture; the position stays. */
  empty(seq: number, at: number): void {
    this.#removeFromIndex(seq);
    this.#sql.exec("update messages set message = '', picture = null, deleted_at = ? where seq = ?", at, seq);
  }

  /** Newest first: the messages between `after` and `before`, both excluded. */
  page(after: number, before: number | null, limit: number): StoredMessage[] {
    return this.#sql
      .exec<MessageRow>(
        "select * from messages where seq > ? and seq < ? order by seq desc limit ?",
        after,
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .toArray()
      .map(toMessage);
  }

  /** Newest first. */
  search({ query, before, exceptFrom }: WantedMessages, after: number, limit: number): StoredMessage[] {
    return this.#sql
      .exec<MessageRow>(
        `select messages.* from words join messages on messages.seq = words.rowid
         where words match ?1 and words.rowid > ?2 and (at < ?3 or (at = ?3 and id < ?4))
           and (sender_id is null or sender_id not in (select value from json_each(?5)))
         order by words.rowid desc limit ?6`,
        query,
        after,
        before?.at ?? Number.MAX_SAFE_INTEGER,
        before?.id ?? "",
        JSON.stringify(exceptFrom),
        limit,
      )
      .toArray()
      .map(toMessage);
  }

  /** Returns this user's messages after this position, oldest first. */
  writtenBy(userId: string, after: number, limit: number): StoredMessage[] {
    return this.#sql
      .exec<MessageRow>(
        `select * from messages where sender_id = ? and seq > ? and kind = 'message' and deleted_at is null
         order by seq limit ?`,
        userId,
        after,
        limit,
      )
      .toArray()
      .map(toMessage);
  }

  /** Deletes the text and name of a deleted account, and keeps the positions of their messages. */
  forget(userId: string, at: number): void {
    const theirs = this.#sql.exec<{ seq: number }>("select seq from messages where sender_id = ?", userId);
    for (const { seq } of theirs.toArray()) this.#removeFromIndex(seq);
    this.#sql.exec(
      `update messages set message = '', picture = null, client_id = null, deleted_at = coalesce(deleted_at, ?),
         sender_id = null where sender_id = ?`,
      at,
      userId,
    );
    this.#sql.exec("update messages set about_id = null where about_id = ?", userId);
  }

  /** Paths of all its remaining pictures. */
  pictures(): string[] {
    return this.#sql
      .exec<{ picture: string }>("select picture from messages where picture is not null")
      .toArray()
      .map(({ picture }) => picture);
  }

  #first(condition: string, ...values: SqlStorageValue[]): StoredMessage | undefined {
    const [row] = this.#sql
      .exec<MessageRow>(`select * from messages where ${condition} limit 1`, ...values)
      .toArray();
    return row === undefined ? undefined : toMessage(row);
  }

  /**
   * Opens the full-text index, which does not store the messages. With `secure-delete` removed text is gone
   * immediately: by default FTS5 only marks it, and may keep the words indefinitely. Indexes of an earlier version are
   * rebuilt, since the option does not apply to them afterwards.
   */
  #openIndex(): void {
    const [known] = this.#sql
      .exec<{ sql: string }>("select sql from sqlite_master where type = 'table' and name = 'words'")
      .toArray();
    if (known !== undefined && !known.sql.includes("contentless_delete")) return;
    this.#sql.exec(`
      drop table if exists words;
      create virtual table words using fts5(message, content='', tokenize='unicode61 remove_diacritics 2');
      insert into words (words, rank) values ('secure-delete', 1);
    `);
    const written = this.#sql.exec<{ seq: number; message: string }>(
      "select seq, message from messages where kind = 'message' and message <> ''",
    );
    for (const { seq, message } of written) this.#index(seq, message);
  }

  /** Must run before the message changes: FTS5 needs exactly the text that was indexed. */
  #removeFromIndex(seq: number): void {
    const message = this.at(seq);
    if (message?.kind !== "message" || message.message === "") return;
    this.#sql.exec(
      "insert into words (words, rowid, message) values ('delete', ?, ?)",
      seq,
      toIndexed(message.message),
    );
  }

  #index(seq: number, message: string): void {
    if (message !== "")
      this.#sql.exec("insert into words (rowid, message) values (?, ?)", seq, toIndexed(message));
  }
}

function toMessage(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    seq: row.seq,
    kind: row.kind as MessageKind,
    senderId: row.sender_id,
    aboutId: row.about_id,
    message: row.message,
    picture: row.picture,
    at: row.at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    clientId: row.client_id,
  };
}
