import { monotonicFactory } from "ulidx";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { DeliveriesPort, DeliveryKind, HeardTrack } from "#app/domains/people/deliveries/port.ts";
import { rates, type Verdict } from "#app/domains/people/deliveries/rules.ts";
import type { DeliveryRow, NewDelivery } from "./delivery-row.ts";

/** Number of each kind that stay in the record, and for how long. */
const keep = 500;
const keepMs = 90 * 24 * 3_600_000;
/** An event that arrives again is recognized for this long, and for as long as the record has something about it. */
const eventMs = 7 * 24 * 3_600_000;

type Stored = Omit<DeliveryRow, "isUnsure"> & { isUnsure: number };
type Value = string | number | null;

const columns = `id, kind, target, about, event_kind as eventKind, event_key as eventKey, text, status, attempts, since,
  next_try_at as nextTryAt, is_unsure as isUnsure, remote, edits, url, details, created_at as createdAt,
  changed_at as changedAt`;

/** The deliveries that are to be sent and that were: ids and texts, never a secret. */
export class DeliveryLog {
  readonly #sql: SqlStorage;
  /** Returns ascending ids: what is added in the same millisecond is sent and listed in its order. */
  readonly #nextId = monotonicFactory();

  constructor({ sql }: DurableObjectStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists events (
        kind text not null, key text not null, at integer not null, json text not null, primary key (kind, key)
      ) without rowid;
      create table if not exists deliveries (
        id text primary key, kind text not null, target text not null, about text not null, event_kind text,
        event_key text, text text not null, status text not null, attempts integer not null default 0,
        since integer not null, next_try_at integer, is_unsure integer not null default 0, remote text, edits text,
        url text, details text, created_at integer not null, changed_at integer not null
      );
      create index if not exists deliveries_due on deliveries (next_try_at) where next_try_at is not null;
      create index if not exists deliveries_kind on deliveries (kind, id);
      create index if not exists deliveries_event on deliveries (event_kind, event_key);
      create table if not exists counts (name text primary key, since integer not null, n integer not null);
      create table if not exists people (user_id text primary key) without rowid;
    `);
  }

  hasEvent(kind: string, key: string): boolean {
    return this.#rows("select 1 from events where kind = ? and key = ?", kind, key).length > 0;
  }

  /** False where it is stored already. */
  addEvent(kind: string, { key, at }: { key: string; at: number }, event: OwnEvent | HeardTrack): boolean {
    const added = this.#rows(
      "insert into events (kind, key, at, json) values (?, ?, ?, ?) on conflict do nothing returning key",
      kind,
      key,
      at,
      JSON.stringify(event),
    );
    return added.length > 0;
  }

  /** Returns the event of a delivery; undefined for a test. */
  eventOf(row: Pick<DeliveryRow, "eventKind" | "eventKey">): OwnEvent | HeardTrack | undefined {
    const [found] = this.#rows<{ json: string }>(
      "select json from events where kind = ? and key = ?",
      row.eventKind,
      row.eventKey,
    );
    return found && JSON.parse(found.json);
  }

  /** Adds a delivery that waits to be sent now, or that has failed because there were too many. */
  add(delivery: NewDelivery, now: number): DeliveryRow {
    const { kind, target, about, eventKind, eventKey, text, since, edits = null } = delivery;
    const mayBeSent = edits !== null || this.#count(kind, target, now);
    const id = this.#nextId(now);
    this.#sql.exec(
      `insert into deliveries (id, kind, target, about, event_kind, event_key, text, status, since, next_try_at, edits,
         details, created_at, changed_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      kind,
      target,
      about,
      eventKind,
      eventKey,
      text,
      mayBeSent ? "waiting" : "failed",
      since,
      mayBeSent ? now : null,
      edits,
      mayBeSent ? null : rates[kind].refusal,
      now,
      now,
    );
    return this.get(id);
  }

  find(id: string): DeliveryRow | undefined {
    return this.#select("where id = ?", id)[0];
  }

  /** Throws where there is none. */
  get(id: string): DeliveryRow {
    const row = this.find(id);
    if (row === undefined) throw new Error(`no delivery ${id}`);
    return row;
  }

  list({ kind, target, before, limit }: Parameters<DeliveriesPort["list"]>[0]): DeliveryRow[] {
    return this.#select(
      "where kind = ?1 and (?2 is null or target = ?2) and (?3 is null or id < ?3) order by id desc limit ?4",
      kind,
      target ?? null,
      before ?? null,
      limit,
    );
  }

  /** Returns deliveries that are due, the oldest of each target. */
  due(now: number): DeliveryRow[] {
    return this.#select(
      `where id in (
         select id from (
           select id, row_number() over (partition by target order by next_try_at, id) as place
           from deliveries where next_try_at <= ?
         ) where place = 1
       ) order by next_try_at, id`,
      now,
    );
  }

  /** Returns the time when something is due again after `now`, or null. */
  nextDueAt(now: number): number | null {
    const [next] = this.#rows<{ at: number | null }>(
      "select min(next_try_at) as at from deliveries where next_try_at > ?",
      now,
    );
    return next?.at ?? null;
  }

  /** An attempt begins. If nothing is heard of it by `until`, it is taken to be over without a response. */
  begin(id: string, { now, until }: { now: number; until: number }): void {
    this.#sql.exec(
      "update deliveries set status = 'sending', attempts = attempts + 1, next_try_at = ?, changed_at = ? where id = ?",
      until,
      now,
      id,
    );
  }

  settle(id: string, { status, nextTryAt, isUnsure, details }: Verdict, now: number): void {
    this.#sql.exec(
      `update deliveries set status = ?, next_try_at = ?, is_unsure = ?, details = ?, changed_at = ? where id = ?`,
      status,
      nextTryAt,
      Number(isUnsure),
      details,
      now,
      id,
    );
  }

  /** Stores a service's answer about what it took, and the text that was sent. */
  noteSent(id: string, sent: { remote: string | null; url: string | null; text: string | null }): void {
    this.#sql.exec(
      "update deliveries set remote = coalesce(?, remote), url = coalesce(?, url), text = coalesce(?, text) where id = ?",
      sent.remote,
      sent.url,
      sent.text,
      id,
    );
  }

  /** A failed delivery waits again, as if it were new. */
  renew(id: string, now: number): void {
    this.#sql.exec(
      `update deliveries set status = 'waiting', attempts = 0, since = ?1, next_try_at = ?1, is_unsure = 0,
         details = null, changed_at = ?1 where id = ?2`,
      now,
      id,
    );
  }

  /** The target asks to be left alone until then. */
  hold(target: string, until: number): void {
    this.#sql.exec(
      "update deliveries set next_try_at = ?1 where target = ?2 and status = 'waiting' and next_try_at < ?1",
      until,
      target,
    );
  }

  /** Ends what waits for a target, and what is on its way there. */
  endWaiting(target: string, details: string, now: number): void {
    this.#sql.exec(
      `update deliveries set status = 'failed', next_try_at = null, details = ?, changed_at = ?
       where target = ? and status in ('waiting', 'sending')`,
      details,
      now,
      target,
    );
  }

  /** The post that this target has got about this event, if the service says how to change it. */
  sentPost(target: string, { kind, key }: Pick<OwnEvent, "kind" | "key">): string | null {
    const [row] = this.#rows<{ remote: string | null }>(
      `select remote from deliveries where event_kind = ? and event_key = ? and target = ? and kind = 'post'
         and status = 'sent' and remote is not null`,
      kind,
      key,
      target,
    );
    return row?.remote ?? null;
  }

  /** Returns the time when something was last sent to a target, or null. */
  lastSentAt(target: string): number | null {
    const [row] = this.#rows<{ at: number | null }>(
      "select max(changed_at) as at from deliveries where target = ? and status = 'sent'",
      target,
    );
    return row?.at ?? null;
  }

  /** True the first time that something here names this person. */
  notePerson(userId: string): boolean {
    const added = this.#rows(
      "insert into people (user_id) values (?) on conflict do nothing returning user_id",
      userId,
    );
    return added.length > 0;
  }

  /** Deletes what names a person whose account was deleted, and what was or is to be sent about them. */
  forgetUser(userId: string): void {
    this.#sql.exec(
      `delete from deliveries where exists (
         select 1 from events where kind = event_kind and key = event_key and instr(json, ?) > 0)`,
      userId,
    );
    this.#sql.exec("delete from events where instr(json, ?) > 0", userId);
    this.#sql.exec("delete from people where user_id = ?", userId);
  }

  /** Deletes what is too old, or more than is kept; never what waits. */
  prune(now: number): void {
    const isOver = "status not in ('waiting', 'sending')";
    this.#sql.exec(`delete from deliveries where created_at < ? and ${isOver}`, now - keepMs);
    this.#sql.exec(
      `delete from deliveries where ${isOver} and id in (
         select id from (
           select id, row_number() over (partition by kind order by id desc) as place from deliveries
         ) where place > ${keep})`,
    );
    this.#sql.exec(
      `delete from events where at < ? and not exists (
         select 1 from deliveries where event_kind = events.kind and event_key = events.key)`,
      now - eventMs,
    );
    this.#sql.exec("delete from counts where since < ?", now - eventMs);
  }

  /** Counts one more. False where there were too many in this hour or day. */
  #count(kind: DeliveryKind, target: string, now: number): boolean {
    const { max, perMs, perTarget } = rates[kind];
    const name = perTarget ? `${kind}/${target}` : kind;
    const [row] = this.#rows<{ n: number }>(
      `insert into counts (name, since, n) values (?1, ?2, 1) on conflict (name) do update
         set n = case when since = ?2 then n + 1 else 1 end, since = ?2 returning n`,
      name,
      now - (now % perMs),
    );
    return (row?.n ?? 0) <= max;
  }

  #select(where: string, ...values: Value[]): DeliveryRow[] {
    return this.#rows<Record<keyof Stored, SqlStorageValue>>(
      `select ${columns} from deliveries ${where}`,
      ...values,
    ).map((row) => {
      const stored = row as unknown as Stored;
      return { ...stored, isUnsure: stored.isUnsure === 1 };
    });
  }

  #rows<T extends Record<string, SqlStorageValue>>(text: string, ...values: Value[]): T[] {
    return this.#sql.exec<T>(text, ...values).toArray();
  }
}
