import { stageLimits } from "#app/domains/air/stages/contract/stages.ts";
import type { ChatMessage, RoomEvent, RoomState, TipMessage } from "#app/domains/air/stages/live/protocol.ts";
import { socketLimits } from "#app/domains/air/stages/live/protocol.ts";
import { applyRoomEvent } from "#app/domains/air/stages/live/state.ts";
import { ResumableLog } from "#packages/durable/resumable-log.ts";

/** An event without the number that the journal gives it. */
export type RoomEventBody = RoomEvent extends infer E
  ? E extends RoomEvent
    ? Pick<E, "event" | "data">
    : never
  : never;

/** An event as it is stored and sent: its number, and the JSON text of the whole frame. */
export interface JournalEntry {
  seq: number;
  text: string;
}

interface EntryRow extends Record<string, SqlStorageValue> {
  seq: number;
  at: number;
  text: string;
}

type StoredState = Omit<RoomState, "messages" | "tips">;

/** A row of the chat: messages and tips each have a table. */
type Row = ChatMessage | TipMessage;
type RowTable = "messages" | "tip_messages";

/**
 * A room's state and its last events. `publish` numbers an event, applies it with the reducer that browsers use and
 * stores both before anyone is sent it. A relay shard keeps the same journal as a copy, by `adopt`.
 */
export class Journal {
  readonly #storage: DurableObjectStorage;
  readonly #log: ResumableLog<EntryRow>;
  #state: RoomState;
  #lastSeq: number;

  constructor(storage: DurableObjectStorage, empty: RoomState) {
    this.#storage = storage;
    const { sql } = storage;
    const columns = "at integer not null, text text not null";
    this.#log = new ResumableLog(sql, { table: "journal", columns, keep: socketLimits.eventLog });
    for (const table of ["messages", "tip_messages"] satisfies RowTable[]) {
      sql.exec(
        `create table if not exists ${table} (id text primary key, seq integer not null, json text not null)`,
      );
    }
    sql.exec(
      "create table if not exists room_state (one integer primary key check (one = 1), seq integer not null, json text not null)",
    );
    const row = sql.exec<{ seq: number; json: string }>("select seq, json from room_state").toArray()[0];
    // The numbers of a room start at the time its storage was created: those of an earlier life are always smaller than
    // its first one, so that `?since=` never continues in another history.
    this.#lastSeq = Math.max(row?.seq ?? Date.now(), this.#log.lastSeq());
    const stored: StoredState = row === undefined ? empty : JSON.parse(row.json);
    const tips = readRows<TipMessage>(sql, "tip_messages");
    const messages = readRows<ChatMessage>(sql, "messages");
    this.#state = { ...stored, messages, ...(tips.length > 0 && { tips }) };
  }

  get state(): RoomState {
    return this.#state;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  publish(body: RoomEventBody, at: number): JournalEntry {
    const event = { ...body, seq: this.#lastSeq + 1, at } as RoomEvent;
    return this.#store(event, JSON.stringify(event));
  }

  /** Takes over an event of the room that this journal is a copy of; undefined when it is known already. */
  adopt(event: RoomEvent, text: string): JournalEntry | undefined {
    if (event.event === "snapshot") return this.#replace(event, text);
    return event.seq <= this.#lastSeq ? undefined : this.#store(event, text);
  }

  /** Changes state without an event (the room's name), so that the next snapshot contains it. */
  amend(change: Partial<StoredState>): void {
    this.#state = { ...this.#state, ...change };
    this.#storeState();
  }

  /** A message that is still shown. */
  find(messageId: string): ChatMessage | undefined {
    return this.#state.messages.find((message) => message._id === messageId);
  }

  /** This user's messages that are still shown, newest first. */
  messagesOf(userId: string): ChatMessage[] {
    return this.#state.messages.filter((message) => message.userId === userId);
  }

  /** The frame that a socket receives first. */
  snapshot(at: number): string {
    return JSON.stringify({ event: "snapshot", data: this.#state, seq: this.#lastSeq, at });
  }

  /**
   * Deletes everything that names this user: their messages, tips of and to them, and every event up to the last that does, so that a page
   * that resumes from before gets a snapshot instead.
   */
  forget(userId: string): void {
    this.#storage.transactionSync(() => {
      this.#state = {
        ...this.#state,
        messages: this.#state.messages.filter((message) => message.userId !== userId),
        ...(this.#state.tips && {
          tips: this.#state.tips.filter(({ fromId, toId }) => fromId !== userId && toId !== userId),
        }),
      };
      const { sql } = this.#storage;
      sql.exec("delete from messages where json_extract(json, '$.userId') = ?", userId);
      sql.exec(
        "delete from tip_messages where ? in (json_extract(json, '$.fromId'), json_extract(json, '$.toId'))",
        userId,
      );
      sql.exec(
        "delete from journal where seq <= (select max(seq) from journal where instr(text, ?))",
        userId,
      );
      // The number of the last event is read from the journal; when the journal is empty, from here.
      this.#storeState();
    });
  }

  /** Every frame after `seq`, oldest first; null when some are gone, or `seq` is not from this room's history. */
  since(seq: number): JournalEntry[] | null {
    return this.#log.since(seq, this.#lastSeq);
  }

  /** The events of the last `withinMs` before the last event: those that an eviction may have kept from listeners. */
  latest(withinMs: number): JournalEntry[] {
    return this.#storage.sql
      .exec<{ seq: number; text: string }>(
        "select seq, text from journal where at >= (select max(at) from journal) - ? order by seq",
        withinMs,
      )
      .toArray();
  }

  #store(event: RoomEvent, text: string): JournalEntry {
    this.#storage.transactionSync(() => {
      const before = this.#state;
      this.#state = applyRoomEvent(before, event);
      this.#lastSeq = event.seq;
      this.#log.append({ seq: event.seq, at: event.at, text });
      if (event.event === "room message" || event.event === "profile message") {
        this.#storeRow("messages", event.data, event.seq);
      } else if (event.event === "room tipped" || event.event === "profile tipped") {
        this.#storeRow("tip_messages", event.data, event.seq);
      } else if (event.event === "message deleted") {
        this.#forgetMessage(event.data._id, text);
        this.#forgetTip(event.data._id, text);
      } else if (this.#state !== before) {
        this.#storeState();
      }
      if (event.event === "tracks corrected") this.#forgetHidden(event);
    });
    return { seq: event.seq, text };
  }

  /** A track is hidden from now on: a page that resumes gets a snapshot instead of the events that named it. */
  #forgetHidden({ data, seq }: Extract<RoomEvent, { event: "tracks corrected" }>): void {
    if (data.tracks.every(({ track }) => track !== null)) return;
    this.#storage.sql.exec("delete from journal where seq < ?", seq);
  }

  /** Marks the event's message as deleted: a page that resumes does not get the text again. */
  #forgetMessage(id: string, deleted: string): void {
    const { sql } = this.#storage;
    const seq = sql
      .exec<{ seq: number }>("delete from messages where id = ? returning seq", id)
      .toArray()[0]?.seq;
    if (seq === undefined) return;
    const frame = JSON.stringify({ ...JSON.parse(deleted), seq });
    sql.exec("update journal set text = ? where seq = ? and instr(text, ?)", frame, seq, id);
  }

  /** The same for a tip, and for the event by which it floated, which also has its sender's name. */
  #forgetTip(id: string, deleted: string): void {
    const { sql } = this.#storage;
    const gone = sql.exec("delete from tip_messages where id = ? returning seq", id).toArray().length > 0;
    if (!gone) return;
    const said = sql.exec<{ seq: number }>("select seq from journal where instr(text, ?)", id).toArray();
    for (const { seq } of said) {
      const frame = JSON.stringify({ ...JSON.parse(deleted), seq });
      sql.exec("update journal set text = ? where seq = ?", frame, seq);
    }
  }

  #replace(event: Extract<RoomEvent, { event: "snapshot" }>, text: string): JournalEntry {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      this.#state = event.data;
      this.#lastSeq = event.seq;
      sql.exec("delete from journal");
      sql.exec("delete from messages");
      sql.exec("delete from tip_messages");
      for (const message of event.data.messages.toReversed()) this.#storeRow("messages", message, event.seq);
      for (const tip of event.data.tips?.toReversed() ?? []) this.#storeRow("tip_messages", tip, event.seq);
      this.#storeState();
    });
    return { seq: event.seq, text };
  }

  #storeRow(table: RowTable, row: Row, seq: number): void {
    const { sql } = this.#storage;
    sql.exec(
      `insert into ${table} (id, seq, json) values (?, ?, ?) on conflict (id) do nothing`,
      row._id,
      seq,
      JSON.stringify(row),
    );
    sql.exec(
      `delete from ${table} where id not in (select id from ${table} order by rowid desc limit ?)`,
      stageLimits.messages,
    );
  }

  #storeState(): void {
    const { messages: _, tips: __, ...stored } = this.#state;
    this.#storage.sql.exec(
      "insert into room_state (one, seq, json) values (1, ?1, ?2) on conflict (one) do update set seq = ?1, json = ?2",
      this.#lastSeq,
      JSON.stringify(stored),
    );
  }
}

/** Newest first, as the state holds them. */
function readRows<R extends Row>(sql: SqlStorage, table: RowTable): R[] {
  return sql
    .exec<{ json: string }>(`select json from ${table} order by rowid desc limit ?`, stageLimits.messages)
    .toArray()
    .map(({ json }) => JSON.parse(json));
}
