import { inboxKeeps, type Notice } from "#app/domains/air/messages/live/protocol.ts";
import { recordChatPlace } from "#app/domains/air/stages/queries/rooms.ts";
import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import { findRecipient, type Recipient } from "#app/domains/people/notifications/queries/notifications.ts";
import { decideChannels } from "#app/domains/people/notifications/rules.ts";
import { readNotice } from "#app/domains/people/notifications/stored-notice.ts";
import { AppError } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { hasColumn } from "#packages/durable/columns.ts";
import type { InboxCore } from "./core.ts";
import type { Deliveries } from "./deliveries.ts";
import { situationOf } from "./situation.ts";
import { ToldKeys } from "./told-keys.ts";

/** Names in the object's due list: its alarm calls `sweep` and `decide` for them. */
export const noticesDue = "sweep";
export const arrivalsDue = "arrivals";

const sweepMs = 24 * 3_600_000;
const decideAgainMs = 1_000;
/** Maximum number of listed notices about one person, so that no one's acts push out what others have sent. */
const maxAboutOne = 30;
/** So many about one person within the hour are pushed or emailed; further ones are only listed. */
const maxHeardOfOne = 20;
const hourMs = 3_600_000;

/** One user's notices: delivered once per key, by the channels of their settings, and kept as read or unread. */
export class Notices {
  readonly #core: InboxCore;
  readonly #deliveries: Deliveries;
  readonly #sql: SqlStorage;
  readonly #keys: ToldKeys;

  constructor(core: InboxCore, deliveries: Deliveries) {
    this.#core = core;
    this.#deliveries = deliveries;
    this.#sql = core.sql;
    this.#keys = new ToldKeys(core.sql);
    this.#sql.exec(`
      create table if not exists notices (seq integer primary key, kind text not null, message text not null, at integer not null, url text, key text);
      create table if not exists subjects (seq integer primary key, user_id text not null);
      create table if not exists places (user_id text primary key) without rowid;
      create table if not exists arrivals (id integer primary key autoincrement, notice text not null);
      create table if not exists reading (id integer primary key check (id = 1), up_to integer not null);
      insert or ignore into reading values (1, 0);
    `);
    // Migrates inboxes of an earlier version.
    for (const column of ["url", "key"])
      if (!hasColumn(this.#sql, "notices", column))
        this.#sql.exec(`alter table notices add column ${column} text`);
  }

  /** Stores the notice once per key, then delivers it; where the settings cannot be read now, as soon as they can. */
  async add(notice: NewNotice): Promise<void> {
    const now = Date.now();
    if (!this.#keys.isNew(notice, now)) return;
    this.#sql.exec("insert into arrivals (notice) values (?)", JSON.stringify(notice));
    await this.#core.due.scheduleBy(noticesDue, now + sweepMs);
    try {
      await this.decide();
    } catch (error) {
      console.warn(
        JSON.stringify({ event: "notice-undecided", user: this.#core.ownerId, error: String(error) }),
      );
      await this.#core.due.scheduleBy(arrivalsDue, now + decideAgainMs);
    }
  }

  /** Delivers new notices by the present settings. Throws while D1, which has the settings, is unavailable. */
  async decide(): Promise<void> {
    const { env, ownerId } = this.#core;
    const recipient = await findRecipient(openDb(env.DB), ownerId, Date.now());
    const arrivals = this.#sql.exec<{ id: number; notice: string }>(
      "select id, notice from arrivals order by id",
    );
    for (const { id, notice } of arrivals.toArray())
      this.#core.transaction(() => {
        this.#sql.exec("delete from arrivals where id = ?", id);
        this.#tell(readNotice(notice), recipient);
      });
  }

  /** Deletes keys that no sender will repeat any more. */
  async sweep(): Promise<void> {
    if (this.#keys.sweep(Date.now())) await this.#core.due.schedule(noticesDue, Date.now() + sweepMs);
  }

  /** Everything up to `upTo` has been read; the user's other devices are notified. */
  read(upTo: number): void {
    const last = Math.min(upTo, this.#core.log.lastSeq());
    const { rowsWritten } = this.#sql.exec("update reading set up_to = ?1 where up_to < ?1", last);
    if (rowsWritten === 0) return;
    this.#deliveries.read(last);
    this.#core.say("notices read", { upTo: last }, Date.now());
  }

  readUpTo(): number {
    return this.#sql.exec<{ up_to: number }>("select up_to from reading").one().up_to;
  }

  unread(): number {
    return this.#sql
      .exec<{ n: number }>("select count(*) as n from notices where seq > (select up_to from reading)")
      .one().n;
  }

  /** The stored notices, newest first. */
  list(): Notice[] {
    return this.#sql
      .exec<Pick<Notice, "kind" | "message" | "at" | "seq" | "url">>(
        "select kind, message, at, seq, url from notices order by seq desc",
      )
      .toArray();
  }

  /**
   * Withdraws the notice with this key: it is no longer delivered or listed, and is ignored if it arrives late. True
   * where an open page may still show it.
   */
  withdraw(key: string): boolean {
    this.#keys.note(key, Date.now());
    void this.#core.due.scheduleBy(noticesDue, Date.now() + sweepMs);
    this.#sql.exec("delete from arrivals where notice ->> 'key' = ?", key);
    this.#deliveries.withdraw(key);
    const seq = this.#seqOf(key);
    if (seq === undefined) return false;
    this.#sql.exec("delete from notices where seq = ?", seq);
    this.#sql.exec("delete from subjects where seq = ?", seq);
    this.#forgetEvents(seq);
    return true;
  }

  /** Changes the text of the notice with this key. True where an open page may still show the old text. */
  reword(key: string, message: string): boolean {
    this.#sql.exec(
      "update arrivals set notice = json_set(notice, '$.message', ?2) where notice ->> 'key' = ?1",
      key,
      message,
    );
    this.#deliveries.reword(key, message);
    const seq = this.#seqOf(key);
    if (seq === undefined) return false;
    this.#sql.exec("update notices set message = ? where seq = ?", message, seq);
    this.#forgetEvents(seq);
    return true;
  }

  /** Cancels undelivered notices about this user. */
  dropAbout(userId: string): void {
    this.#sql.exec("delete from arrivals where notice ->> 'about' = ?", userId);
    this.#deliveries.dropAbout(userId);
  }

  #seqOf(key: string): number | undefined {
    return this.#sql.exec<{ seq: number }>("select seq from notices where key = ?", key).toArray()[0]?.seq;
  }

  /** Removes everything about this user; true where an open page may still show some of it. */
  async forgetUser(userId: string): Promise<boolean> {
    if (!(await this.#core.outbox.settle(this.#core.env.DB, userId))) throw new AppError("unavailable");
    this.#keys.forgetUser(userId);
    this.#sql.exec("delete from arrivals where instr(notice, ?)", userId);
    this.#sql.exec("delete from places where user_id = ?", userId);
    this.#deliveries.forgetUser(userId);
    const last = this.#sql
      .exec<{ seq: number | null }>("select max(seq) as seq from subjects where user_id = ?", userId)
      .one().seq;
    if (last === null) return false;
    this.#sql.exec("delete from notices where seq in (select seq from subjects where user_id = ?)", userId);
    this.#sql.exec("delete from subjects where user_id = ?", userId);
    this.#forgetEvents(last);
    return true;
  }

  /** A page that resumes from before there starts with a snapshot. */
  #forgetEvents(seq: number): void {
    this.#core.log.forget(seq, () => this.#core.say("notices read", { upTo: this.readUpTo() }, Date.now()));
  }

  #tell(notice: NewNotice, recipient: Recipient | undefined): void {
    const now = Date.now();
    const decided = decideChannels(situationOf(notice.kind, recipient, this.#core, now));
    const isQuiet = decided.inApp && this.#isHeardOfOften(notice.about ?? null, now);
    const channels = isQuiet ? { ...decided, pushAt: null, mailAt: null } : decided;
    const seq = channels.inApp ? this.#list(notice, now) : null;
    this.#deliveries.plan(notice, seq, channels);
    const isKept = seq !== null || channels.pushAt !== null || channels.mailAt !== null;
    if (notice.about != null && isKept) this.#noteSubject(seq, notice.about, notice.isRecorded ?? false);
  }

  #isHeardOfOften(userId: string | null, now: number): boolean {
    if (userId === null) return false;
    const { n } = this.#sql
      .exec<{ n: number }>(
        "select count(*) as n from subjects join notices using (seq) where user_id = ? and at > ?",
        userId,
        now - hourMs,
      )
      .one();
    return n >= maxHeardOfOne;
  }

  /** Adds the notice to the list, and sends it to every open page. */
  #list({ kind, message, at, url = null, key }: NewNotice, now: number): number {
    const { seq } = this.#core.say("notice", { kind, message, at, url }, now);
    this.#sql.exec(
      "insert into notices (seq, kind, message, at, url, key) values (?, ?, ?, ?, ?, ?)",
      seq,
      kind,
      message,
      at,
      url,
      key,
    );
    this.#sql.exec(
      "delete from notices where seq <= (select seq from notices order by seq desc limit 1 offset ?)",
      inboxKeeps,
    );
    this.#sql.exec("delete from subjects where seq not in (select seq from notices)");
    return seq;
  }

  /** Removes the oldest notices about this user from the list, where there are too many; open pages keep theirs. */
  #trim(userId: string): void {
    this.#sql.exec(
      "delete from notices where seq in (select seq from subjects where user_id = ? order by seq desc limit -1 offset ?)",
      userId,
      maxAboutOne,
    );
    this.#sql.exec("delete from subjects where user_id = ? and seq not in (select seq from notices)", userId);
  }

  /** The first time, records in D1 that this inbox has data about another user, for their erasure. */
  #noteSubject(seq: number | null, userId: string, isRecorded: boolean): void {
    if (seq !== null) {
      this.#sql.exec("insert into subjects (seq, user_id) values (?, ?)", seq, userId);
      this.#trim(userId);
    }
    const isFirst =
      this.#sql.exec("insert into places (user_id) values (?) on conflict do nothing", userId).rowsWritten >
      0;
    const { env, outbox, ownerId } = this.#core;
    // A notice about its owner goes with the inbox.
    if (!isFirst || isRecorded || userId === ownerId) return;
    const writes = recordChatPlace(openDb(env.DB), { userId, room: `inbox/${ownerId}` });
    void outbox.enqueue(`place:${userId}`, writes);
  }
}
