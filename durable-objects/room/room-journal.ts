import { stageLimits } from "#app/domains/air/stages/contract/stages.ts";
import type { ChatMessage, RoomEvent, TipMessage } from "#app/domains/air/stages/live/protocol.ts";
import { socketLimits } from "#app/domains/air/stages/live/protocol.ts";
import type { JournalStore, KeptEntry, StoredJournal, StoredState } from "../fan-out/journal.ts";

/** Maximum number of messages, and of tips, that a chat shows. */
const shownRows = stageLimits.messages;

/** Numbers that are reserved at a time for events that are not stored. */
const reservedAtOnce = 50;
/** Quiet time after which the number of the last such event is stored, ms: before the object can hibernate. */
const settleMs = 5_000;
/** Messages of no broadcast that may be stored beyond those shown, so that they are not deleted one by one. */
const spareMessages = 50;

/**
 * Content of a message that was deleted: its row stays with the number of its event, and with the frame it came in, so
 * that the same frame is not taken again.
 */
const deleted = "";

type Named = Extract<RoomEvent, { event: "room message" | "profile message" }>;
/** Maximum number of messages from which a chat restores what it knew of its writers. */
const maxSaid = 5_000;

export type SaidMessage = { id: string; at: number; userId: string; clientId: string | null };
type ChatRow = { seq: number; at: number; id: string; json: string };

/**
 * The stored part of a room's journal. A message of the chat is one row, of which its event and what a replay shows are
 * made; every other event is a row of `journal`, without those that are only counted.
 */
export class RoomJournal implements JournalStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #empty: StoredState;
  #performance: () => string | null = () => null;
  #reserved = 0;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  /** Number of messages that belong to no performance; undefined until it is counted. */
  #loose: number | undefined;

  constructor(storage: DurableObjectStorage, empty: StoredState) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#empty = empty;
    this.#sql.exec(`
      create table if not exists journal (seq integer primary key, at integer not null, text text not null);
      create table if not exists tip_messages (id text primary key, seq integer not null, json text not null);
      create table if not exists room_state (one integer primary key check (one = 1), seq integer not null, json text not null);
      create table if not exists chat (
        seq integer primary key, at integer not null, id text not null, user_id text not null, client_id text, performance text, json text not null
      );
      create index if not exists chat_performance on chat (performance, seq) where performance is not null;
    `);
    this.#moveFormerTables();
  }

  /** Has `performance` asked which performance a message belongs to, or null for none. */
  setPerformance(performance: () => string | null): void {
    this.#performance = performance;
  }

  load(): StoredJournal {
    const [row] = this.#sql.exec<{ seq: number; json: string }>("select seq, json from room_state").toArray();
    const state: StoredState = row === undefined ? this.#empty : JSON.parse(row.json);
    const shown = this.#sql
      .exec<ChatRow>(
        "select seq, at, id, json from chat where seq > 0 order by seq desc limit ?",
        socketLimits.eventLog,
      )
      .toArray();
    const rest = this.#sql
      .exec<{ seq: number; at: number; text: string }>("select seq, at, text from journal")
      .toArray();
    const entries = [...rest, ...shown.map((message) => this.#toEntry(message))].toSorted(
      (a, b) => a.seq - b.seq,
    );
    // The numbers of a room start at the time its storage was created: those of an earlier life are always smaller than
    // its first one, so that `?since=` never continues in another history.
    this.#reserved = row?.seq ?? Date.now();
    const lastSeq = Math.max(this.#reserved, entries.at(-1)?.seq ?? 0);
    return {
      state,
      messages: shown
        .filter(({ json }) => json !== deleted)
        .slice(0, shownRows)
        .map(({ json }) => JSON.parse(json) as ChatMessage),
      tips: this.#readTips(),
      entries: lastOf(entries, lastSeq),
      lastSeq,
    };
  }

  together(work: () => void): void {
    this.#storage.transactionSync(work);
  }

  append(event: RoomEvent, { seq, at, text }: KeptEntry, clientId?: string): void {
    if (isMessage(event)) return this.#appendMessage(event, clientId);
    if (event.event === "room tipped" || event.event === "profile tipped") this.#appendTip(event.data, seq);
    this.#sql.exec("insert into journal (seq, at, text) values (?, ?, ?)", seq, at, text);
    this.deleteUpTo(seq - socketLimits.eventLog);
  }

  reserve(seq: number, state: StoredState): void {
    if (seq > this.#reserved) this.#write(seq + reservedAtOnce, state);
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => this.#write(seq, state), settleMs);
  }

  saveState(seq: number, state: StoredState): void {
    const isOpen = this.#settleTimer !== undefined;
    this.#write(isOpen ? Math.max(seq, this.#reserved) : seq, state);
    if (isOpen) this.reserve(seq, state);
  }

  deleteMessage(id: string, seq: number | undefined): void {
    this.#sql.exec(
      "update chat set json = ?3, performance = null where id = ?1 and (?2 is null or seq = ?2)",
      id,
      seq ?? null,
      deleted,
    );
    this.#loose = undefined;
  }

  deleteTip(id: string): void {
    this.#sql.exec("delete from tip_messages where id = ?", id);
  }

  rewrite(seq: number, text: string): void {
    this.#sql.exec("update journal set text = ? where seq = ?", text, seq);
  }

  deleteUpTo(seq: number): void {
    this.#sql.exec("delete from journal where seq <= ?", seq);
  }

  forget(userId: string): void {
    this.#sql.exec("delete from chat where user_id = ?", userId);
    this.#sql.exec(
      "delete from tip_messages where ? in (json_extract(json, '$.fromId'), json_extract(json, '$.toId'))",
      userId,
    );
    this.#sql.exec(
      "delete from journal where seq <= (select max(seq) from journal where instr(text, ?))",
      userId,
    );
  }

  /** Returns the messages since `since` (epoch ms) as far as they are kept, oldest first, with the frames they came in. */
  saidSince(since: number): SaidMessage[] {
    return this.#sql
      .exec<SaidMessage>(
        "select id, at, user_id as userId, client_id as clientId from chat where seq > 0 order by seq desc limit ?",
        maxSaid,
      )
      .toArray()
      .filter(({ at }) => at >= since)
      .toReversed();
  }

  /** Returns messages, with those that the chat does not show any more. `where`: conditions, and an order. */
  select(where: string, ...values: SqlStorageValue[]): ChatMessage[] {
    return this.#sql
      .exec<{ json: string }>(`select json from chat where json <> '${deleted}' and ${where}`, ...values)
      .toArray()
      .map(({ json }) => JSON.parse(json) as ChatMessage);
  }

  /** Deletes messages without an event. Returns their writers, one id per message. */
  delete(where: string, ...values: SqlStorageValue[]): string[] {
    this.#keepLastSeq();
    return this.#sql
      .exec<{ userId: string }>(
        `delete from chat where json <> '${deleted}' and (${where}) returning user_id as userId`,
        ...values,
      )
      .toArray()
      .map(({ userId }) => userId);
  }

  /** The replay of a performance is deleted: of its messages those stay that the chat shows. */
  forgetPerformance(performance: string): void {
    this.#keepLastSeq();
    this.#sql.exec("delete from chat where performance = ? and seq < 0", performance);
    this.#sql.exec("update chat set performance = null where performance = ?", performance);
    this.#loose = undefined;
    this.#trim();
  }

  /** Keeps a message for a replay that the chat never showed; does nothing where it is kept already. */
  keep(performance: string, message: ChatMessage): void {
    const { _id, time, userId } = message;
    this.#sql.exec(
      `insert into chat (seq, at, id, user_id, performance, json)
       select min(0, coalesce((select min(seq) from chat), 0)) - 1, ?1, ?2, ?3, ?4, ?5
       where not exists (select 1 from chat where performance = ?4 and id = ?2)`,
      time,
      _id,
      userId,
      performance,
      JSON.stringify(message),
    );
  }

  /** The number of the last event may be that of a message that is deleted now. */
  #keepLastSeq(): void {
    this.#sql.exec(
      `insert into room_state (one, seq, json)
       select 1, max(seq), ? from chat where seq > 0 having max(seq) is not null
       on conflict (one) do update set seq = max(room_state.seq, excluded.seq)`,
      JSON.stringify(this.#empty),
    );
  }

  #write(seq: number, state: StoredState): void {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = undefined;
    this.#reserved = seq;
    this.#sql.exec(
      "insert into room_state (one, seq, json) values (1, ?1, ?2) on conflict (one) do update set seq = ?1, json = ?2",
      seq,
      JSON.stringify(state),
    );
  }

  #appendMessage({ data, seq, at }: Named, clientId: string | undefined): void {
    const performance = this.#performance();
    this.#sql.exec(
      "insert into chat (seq, at, id, user_id, client_id, performance, json) values (?, ?, ?, ?, ?, ?, ?)",
      seq,
      at,
      data._id,
      data.userId,
      clientId ?? null,
      performance,
      JSON.stringify(data),
    );
    if (performance !== null) return;
    if (this.#loose !== undefined) this.#loose += 1;
    this.#trim();
  }

  /** Deletes messages that neither a replay nor the chat shows. */
  #trim(): void {
    this.#loose ??= this.#countLoose();
    if (this.#loose <= shownRows + spareMessages) return;
    this.#sql.exec(
      `delete from chat where performance is null
       and seq < (select seq from chat where seq > 0 order by seq desc limit 1 offset ?)`,
      shownRows - 1,
    );
    this.#loose = this.#countLoose();
  }

  #countLoose(): number {
    return this.#sql.exec<{ n: number }>("select count(*) as n from chat where performance is null").one().n;
  }

  #appendTip(tip: TipMessage, seq: number): void {
    this.#sql.exec(
      "insert into tip_messages (id, seq, json) values (?, ?, ?) on conflict (id) do nothing",
      tip._id,
      seq,
      JSON.stringify(tip),
    );
    this.#sql.exec(
      "delete from tip_messages where id not in (select id from tip_messages order by rowid desc limit ?)",
      shownRows,
    );
  }

  #readTips(): TipMessage[] {
    return this.#sql
      .exec<{ json: string }>("select json from tip_messages order by rowid desc limit ?", shownRows)
      .toArray()
      .map(({ json }) => JSON.parse(json) as TipMessage);
  }

  /** The event by which a message was published. */
  #toEntry({ seq, at, id, json }: ChatRow): KeptEntry {
    if (json === deleted)
      return { seq, at, text: JSON.stringify({ event: "message deleted", data: { _id: id }, seq, at }) };
    const event = this.#empty.kind === "stage" ? "room message" : "profile message";
    return { seq, at, text: `{"event":"${event}","data":${json},"seq":${seq},"at":${at}}` };
  }

  /** Rooms of an earlier version have two tables for messages. */
  #moveFormerTables(): void {
    const former = this.#sql
      .exec<{ name: string }>("select name from sqlite_master where name in ('messages', 'chat_history')")
      .toArray()
      .map(({ name }) => name);
    if (former.length === 0) return;
    this.together(() => {
      if (former.includes("chat_history"))
        this.#sql.exec(
          `insert or ignore into chat (seq, at, id, user_id, performance, json)
           select coalesce((select seq from messages where messages.id = h.id),
             -row_number() over (order by h.at desc, h.id desc)), h.at, h.id, h.user_id, h.performance, h.json
           from chat_history h`,
        );
      if (former.includes("messages"))
        this.#sql.exec(
          `insert or ignore into chat (seq, at, id, user_id, json)
           select seq, json_extract(json, '$.time'), id, json_extract(json, '$.userId'), json from messages`,
        );
      for (const name of former) this.#sql.exec(`drop table ${name}`);
    });
  }
}

const isMessage = (event: RoomEvent): event is Named =>
  event.event === "room message" || event.event === "profile message";

/** The last entries up to `lastSeq` without a gap. */
function lastOf(entries: KeptEntry[], lastSeq: number): KeptEntry[] {
  if (entries.at(-1)?.seq !== lastSeq) return [];
  const gap = entries.findLastIndex((entry, i) => i > 0 && entries[i - 1]?.seq !== entry.seq - 1);
  return entries.slice(Math.max(gap, entries.length - socketLimits.eventLog, 0));
}
