import { type Connection, type ConnectionContext, Server } from "partyserver";
import {
  InboxClientFrame,
  type InboxEvent,
  type InboxReply,
  inboxKeeps,
  type Notice,
} from "#app/domains/messages/live/protocol.ts";
import { AppError } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { recordChatPlace } from "#db/queries/rooms.ts";
import { DueList } from "../alarms.ts";
import type { InboxRpc } from "../contract.ts";
import { eraseObject } from "../erase-object.ts";
import { Outbox, outboxDue } from "../outbox.ts";
import {
  answerPings,
  EventLog,
  greet,
  readTextFrame,
  readViewer,
  sendText,
  socketCloseCodes,
} from "../sockets.ts";

/** A key is remembered this long: whoever repeats a notice does so within minutes. */
const keyMs = 7 * 24 * 3_600_000;
const sweepMs = 24 * 3_600_000;

type InboxConnection = Connection<{ sessionHash: string | null }>;

/** One user's notices and the sockets on which they hear of them. Named by the user's id. */
export class Inbox extends Server<Env> implements InboxRpc {
  static override options = { hibernate: true };

  readonly #sql: SqlStorage;
  readonly #due: DueList;
  readonly #outbox: Outbox;
  readonly #log: EventLog;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    this.#sql = ctx.storage.sql;
    this.#due = new DueList(ctx.storage);
    this.#outbox = new Outbox(ctx.storage, this.#due);
    this.#log = new EventLog(ctx.storage, inboxKeeps);
    this.#sql.exec(`
      create table if not exists notices (seq integer primary key, kind text not null, message text not null, at integer not null);
      create table if not exists subjects (seq integer primary key, user_id text not null);
      create table if not exists told (key text primary key, at integer not null) without rowid;
      create table if not exists reading (id integer primary key check (id = 1), up_to integer not null);
      insert or ignore into reading values (1, 0);
    `);
  }

  override onConnect(connection: InboxConnection, { request }: ConnectionContext): void {
    const viewer = readViewer(request);
    if (viewer?.userId !== this.name) {
      connection.close(socketCloseCodes.sessionEnded);
      return;
    }
    connection.setState({ sessionHash: viewer.sessionHash });
    greet(connection, request, this.#log, () => this.#snapshot());
  }

  override onRequest(): Response {
    return new Response(null, { status: 404 });
  }

  override onMessage(connection: InboxConnection, message: string | ArrayBuffer): void {
    const text = readTextFrame(connection, message);
    const frame = text === undefined ? undefined : parse(text);
    if (frame === undefined) return;
    this.#read(frame.data.upTo);
    sendText(connection, JSON.stringify({ event: "ack", id: frame.id, data: {} } satisfies InboxReply));
  }

  override onAlarm(): Promise<void> {
    return this.#due.runDue(Date.now(), async (name) => {
      if (name === outboxDue) return this.#outbox.drain(this.env.DB);
      this.#sql.exec("delete from told where at < ?", Date.now() - keyMs);
      if (this.#sql.exec("select 1 from told limit 1").toArray().length > 0)
        await this.#due.schedule("sweep", Date.now() + sweepMs);
    });
  }

  /** Stored, then told to every socket of this user; a key that was told already changes nothing. */
  async notify({ kind, message, at, key, about = null }: Parameters<InboxRpc["notify"]>[0]): Promise<void> {
    const now = Date.now();
    const isNew =
      this.#sql.exec("insert into told (key, at) values (?, ?) on conflict do nothing", key, now)
        .rowsWritten > 0;
    if (!isNew) return;
    const event = this.#say("notice", { kind, message, at }, now);
    this.#sql.exec(
      "insert into notices (seq, kind, message, at) values (?, ?, ?, ?)",
      event.seq,
      kind,
      message,
      at,
    );
    if (about !== null) this.#noteSubject(event.seq, about);
    this.#sql.exec(
      "delete from notices where seq <= (select seq from notices order by seq desc limit 1 offset ?)",
      inboxKeeps,
    );
    this.#sql.exec("delete from subjects where seq not in (select seq from notices)");
    await this.#due.scheduleBy("sweep", now + sweepMs);
  }

  /** D1 is told that here is something about somebody, who may want it erased. */
  #noteSubject(seq: number, userId: string): void {
    this.#sql.exec("insert into subjects (seq, user_id) values (?, ?)", seq, userId);
    const writes = recordChatPlace(openDb(this.env.DB), { userId, room: `inbox/${this.name}` });
    void this.#outbox.enqueue(`place:${userId}`, writes);
  }

  /** Closes this user's sockets, or those of one session. */
  async dropUser(sessionHash?: string): Promise<void> {
    for (const connection of this.getConnections<{ sessionHash: string | null }>())
      if (sessionHash === undefined || connection.state?.sessionHash === sessionHash)
        connection.close(socketCloseCodes.sessionEnded);
  }

  async notices(): Promise<Omit<Notice, "seq">[]> {
    return this.#notices().map(({ kind, message, at }) => ({ kind, message, at }));
  }

  /** Somebody else's account is gone: no notice is about them any more, on open pages either. */
  async forgetUser(userId: string): Promise<void> {
    if (!(await this.#outbox.settle(this.env.DB, userId))) throw new AppError("unavailable");
    this.#sql.exec("delete from told where instr(key, ?)", userId);
    const last = this.#sql
      .exec<{ seq: number | null }>("select max(seq) as seq from subjects where user_id = ?", userId)
      .one().seq;
    if (last === null) return;
    this.#sql.exec("delete from notices where seq in (select seq from subjects where user_id = ?)", userId);
    this.#sql.exec("delete from subjects where user_id = ?", userId);
    this.#log.forget(last, () => this.#say("notices read", { upTo: this.#readUpTo() }, Date.now()));
    this.broadcast(JSON.stringify(this.#snapshot()));
  }

  /** The account is gone: so is all that was told to it. */
  async erase(): Promise<void> {
    await this.dropUser();
    await eraseObject(this.ctx, this.#due);
  }

  #read(upTo: number): void {
    const last = Math.min(upTo, this.#log.lastSeq());
    const { rowsWritten } = this.#sql.exec("update reading set up_to = ?1 where up_to < ?1", last);
    if (rowsWritten > 0) this.#say("notices read", { upTo: last }, Date.now());
  }

  #readUpTo(): number {
    return this.#sql.exec<{ up_to: number }>("select up_to from reading").one().up_to;
  }

  #say<Name extends "notice" | "notices read">(
    event: Name,
    data: Extract<InboxEvent, { event: Name }>["data"],
    at: number,
  ): { seq: number } {
    const logged = this.#log.append(event, data, at);
    this.broadcast(JSON.stringify(logged));
    return logged;
  }

  #notices(): Notice[] {
    return this.#sql
      .exec<Pick<Notice, keyof Notice>>("select kind, message, at, seq from notices order by seq desc")
      .toArray();
  }

  #snapshot(): InboxEvent {
    const notices = this.#notices();
    const upTo = this.#readUpTo();
    const unread = notices.filter(({ seq }) => seq > upTo).length;
    return { event: "snapshot", data: { notices, unread }, seq: this.#log.lastSeq(), at: Date.now() };
  }
}

function parse(text: string): InboxClientFrame | undefined {
  try {
    return InboxClientFrame.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
