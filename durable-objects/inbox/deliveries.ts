import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import { kindRules } from "#app/domains/people/notifications/kinds.ts";
import type { Channels } from "#app/domains/people/notifications/rules.ts";
import { readNotice } from "#app/domains/people/notifications/stored-notice.ts";
import type { DueList } from "#packages/durable/due-list.ts";

/** Names in the object's due list: its alarm calls `Pushes.run` and `Mails.run` for them. */
export const pushDue = "push";
export const mailDue = "mail";

interface WaitingRow extends Record<string, SqlStorageValue> {
  id: number;
  notice: string;
  seq: number | null;
}

/** A notice that is still to be pushed or emailed, or both. */
export interface Waiting {
  id: number;
  notice: NewNotice;
  /** Its position in the list of notices, or null where it is not listed. */
  seq: number | null;
}

/**
 * Notices on their way to devices and email. Each waits here until every channel has finished with it; one that is
 * read, or is about a deleted account, is cancelled.
 */
export class Deliveries {
  readonly #sql: SqlStorage;
  readonly #due: DueList;

  constructor(sql: SqlStorage, due: DueList) {
    this.#sql = sql;
    this.#due = due;
    sql.exec(`
      create table if not exists waiting (
        id integer primary key autoincrement, notice text not null, seq integer,
        "group" text, about text, push_at integer, mail_at integer);
      create table if not exists pushing (
        waiting_id integer not null, device text not null, attempts integer not null default 0,
        due_at integer not null, until integer not null, primary key (waiting_id, device)) without rowid;
      create table if not exists mailed (one integer primary key check (one = 1), at integer not null);
    `);
  }

  plan(notice: NewNotice, seq: number | null, { pushAt, mailAt }: Channels): void {
    if (pushAt === null && mailAt === null) return;
    const { id } = this.add(notice, seq);
    this.#sql.exec("update waiting set push_at = ?, mail_at = ? where id = ?", pushAt, mailAt, id);
    if (pushAt !== null) void this.#due.scheduleBy(pushDue, pushAt);
    if (mailAt !== null) void this.#due.scheduleBy(mailDue, mailAt);
  }

  /** Stores a notice that no channel has handled yet. */
  add(notice: NewNotice, seq: number | null): Waiting {
    const { id } = this.#sql
      .exec<{ id: number }>(
        `insert into waiting (notice, seq, "group", about) values (?, ?, ?, ?) returning id`,
        JSON.stringify(notice),
        seq,
        notice.group ?? null,
        notice.about ?? null,
      )
      .one();
    return { id, notice, seq };
  }

  /** The list has been read up to `upTo`. */
  read(upTo: number): void {
    this.#sql.exec("delete from waiting where seq <= ?", upTo);
    this.#dropPushes();
  }

  settle(group: string): void {
    this.#sql.exec(`delete from waiting where "group" = ?`, group);
    this.#dropPushes();
  }

  withdraw(key: string): void {
    this.#sql.exec("delete from waiting where notice ->> 'key' = ?", key);
    this.#dropPushes();
  }

  reword(key: string, message: string): void {
    this.#sql.exec(
      "update waiting set notice = json_set(notice, '$.message', ?2) where notice ->> 'key' = ?1",
      key,
      message,
    );
  }

  /** Cancels all deliveries about this user. */
  dropAbout(userId: string): void {
    this.#sql.exec("delete from waiting where about = ?", userId);
    this.#dropPushes();
  }

  forgetUser(userId: string): void {
    this.#sql.exec("delete from waiting where about = ? or instr(notice, ?)", userId, userId);
    this.#dropPushes();
  }

  // Pushes

  /** Returns notices that are to be pushed by now, oldest first. */
  pushable(now: number): Waiting[] {
    return this.#waiting("push_at <= ?", now);
  }

  /** Delays the push until `at`, or cancels it (null). */
  postponePush(id: number, at: number | null): void {
    this.#sql.exec("update waiting set push_at = ? where id = ?", at, id);
  }

  /** Retries each of these devices separately, for as long as its notice is still of interest. */
  pushTo(waiting: Waiting, devices: readonly string[], now: number): void {
    this.postponePush(waiting.id, null);
    const until = now + kindRules[waiting.notice.kind].push.ttlSeconds * 1_000;
    for (const device of devices)
      this.#sql.exec(
        "insert into pushing (waiting_id, device, due_at, until) values (?, ?, ?, ?) on conflict do nothing",
        waiting.id,
        device,
        now,
        until,
      );
  }

  nextPush(now: number): (Waiting & { device: string; attempts: number; until: number }) | undefined {
    const row = this.#sql
      .exec<WaitingRow & { device: string; attempts: number; until: number }>(
        `select waiting.id, notice, seq, device, attempts, until from pushing
         join waiting on waiting.id = pushing.waiting_id
         where due_at <= ? order by due_at, waiting.id limit 1`,
        now,
      )
      .toArray()[0];
    return row && { ...row, notice: readNotice(row.notice) };
  }

  retryPush(id: number, device: string, at: number): void {
    this.#sql.exec(
      "update pushing set attempts = attempts + 1, due_at = ? where waiting_id = ? and device = ?",
      at,
      id,
      device,
    );
  }

  donePush(id: number, device: string): void {
    this.#sql.exec("delete from pushing where waiting_id = ? and device = ?", id, device);
  }

  goneDevice(device: string): void {
    this.#sql.exec("delete from pushing where device = ?", device);
  }

  // Mails

  mailable(): (Waiting & { mailAt: number })[] {
    return this.#sql
      .exec<WaitingRow & { mailAt: number }>(
        "select id, notice, seq, mail_at as mailAt from waiting where mail_at is not null order by id",
      )
      .toArray()
      .map((row) => ({ ...row, notice: readNotice(row.notice) }));
  }

  /** Whether all of them still wait for an email. */
  isMailable(ids: readonly number[]): boolean {
    const { n } = this.#sql
      .exec<{ n: number }>(
        "select count(*) as n from waiting where mail_at is not null and id in (select value from json_each(?))",
        JSON.stringify(ids),
      )
      .one();
    return n === ids.length;
  }

  /** No email about unread notices before that time. */
  postponeMail(until: number): void {
    this.#sql.exec("update waiting set mail_at = ?1 where mail_at < ?1", until);
  }

  doneMail(ids: readonly number[]): void {
    for (const id of ids) this.#sql.exec("update waiting set mail_at = null where id = ?", id);
  }

  /** Time when unread notices were last emailed, epoch ms; 0 for never. */
  get mailedAt(): number {
    return this.#sql.exec<{ at: number }>("select at from mailed").toArray()[0]?.at ?? 0;
  }

  set mailedAt(at: number) {
    this.#sql.exec("insert into mailed (one, at) values (1, ?1) on conflict (one) do update set at = ?1", at);
  }

  /** Deletes entries that every channel has finished, and schedules the next run. */
  async tidy(): Promise<void> {
    this.#sql.exec(
      `delete from waiting where push_at is null and mail_at is null
       and not exists (select 1 from pushing where waiting_id = waiting.id)`,
    );
    const next = this.#sql
      .exec<{ push: number | null; mail: number | null }>(
        `select (select min(at) from (select min(push_at) as at from waiting
           union all select min(due_at) from pushing)) as push, (select min(mail_at) from waiting) as mail`,
      )
      .one();
    if (next.push !== null) await this.#due.scheduleBy(pushDue, next.push);
    if (next.mail !== null) await this.#due.scheduleBy(mailDue, next.mail);
  }

  #waiting(where: string, value: number): Waiting[] {
    return this.#sql
      .exec<WaitingRow>(`select id, notice, seq from waiting where ${where} order by id`, value)
      .toArray()
      .map((row) => ({ ...row, notice: readNotice(row.notice) }));
  }

  #dropPushes(): void {
    this.#sql.exec("delete from pushing where waiting_id not in (select id from waiting)");
  }
}
