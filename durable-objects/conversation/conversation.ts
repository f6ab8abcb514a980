import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { FoundMessageView } from "#app/domains/messages/contract.ts";
import type {
  Beginning,
  ConversationAnswer,
  ConversationPort,
  WantedMessages,
  Words,
} from "#app/domains/messages/port.ts";
import { roomCloseCodes } from "#app/domains/stages/live/close-codes.ts";
import { DueList } from "../alarms.ts";
import { Outbox, outboxDue } from "../outbox.ts";
import { Presence, presenceDue, userTag } from "../presence.ts";
import { answerPings, readSince, readViewer } from "../sockets.ts";
import { AboutRecord } from "./about.ts";
import { Alerts, alertsDue } from "./alerts.ts";
import { Answers } from "./answers.ts";
import { Audience, type SocketState } from "./audience.ts";
import { ConversationLog } from "./conversation-log.ts";
import { ConversationViews } from "./conversation-views.ts";
import { Corrections, correctionsDue } from "./corrections.ts";
import { Erasure, endDue } from "./erasure.ts";
import { DecisionQueue, People } from "./facts.ts";
import { answerFrame } from "./frames.ts";
import { History } from "./history.ts";
import { ListSync, spreadDue } from "./list-sync.ts";
import { Marks } from "./marks.ts";
import { Members } from "./members.ts";
import { Membership } from "./membership.ts";
import { messagePage, namedOn } from "./page.ts";
import { GonePictures, picturesDue } from "./pictures.ts";
import { type Said, Talk } from "./talk.ts";

/** The number of messages that a search, or one step of an export, reads. */
const searchLimit = 50;
const exportLimit = 500;

/**
 * One conversation: its messages in order, its participants and how far each has read. Lifecycle and wiring only; every
 * other file here holds one concept. All state is in storage, so that an eviction at any moment goes unnoticed.
 */
export class Conversation extends Server<Env> implements ConversationPort {
  static override options = { hibernate: true };

  readonly #due: DueList;
  readonly #outbox: Outbox;
  readonly #about: AboutRecord;
  readonly #members: Members;
  readonly #history: History;
  readonly #happenings: ConversationLog;
  readonly #people: People;
  readonly #seen: ConversationViews;
  readonly #audience: Audience;
  readonly #alerts: Alerts;
  readonly #answers: Answers;
  readonly #corrections: Corrections;
  readonly #spread: ListSync;
  readonly #pictures: GonePictures;
  readonly #marks: Marks;
  readonly #talk: Talk;
  readonly #doors: Membership;
  readonly #presence: Presence;
  readonly #erasure: Erasure;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    const { sql } = ctx.storage;
    this.#due = new DueList(ctx.storage);
    this.#outbox = new Outbox(ctx.storage, this.#due);
    this.#about = new AboutRecord(sql);
    this.#members = new Members(sql);
    this.#history = new History(sql);
    this.#happenings = new ConversationLog(sql);
    this.#people = new People(sql, env.DB);
    const records = {
      ctx,
      id: this.name,
      env,
      sql,
      due: this.#due,
      outbox: this.#outbox,
      about: this.#about,
      members: this.#members,
      history: this.#history,
      happenings: this.#happenings,
      people: this.#people,
      transaction: <T>(work: () => T) => ctx.storage.transactionSync(work),
      desk: new DecisionQueue(this.#people, () => this.#members.list().map(({ userId }) => userId)),
    };
    this.#seen = new ConversationViews(records);
    this.#audience = new Audience({
      ...records,
      seen: this.#seen,
      open: (userId) => this.getConnections<SocketState>(userId && userTag(userId)),
    });
    this.#corrections = new Corrections({
      ...records,
      again: (userId) => this.#alerts.add([userId], this.#history.lastSeq(), Date.now()),
    });
    this.#alerts = new Alerts({ ...records, corrections: this.#corrections });
    this.#spread = new ListSync({
      ...records,
      seen: this.#seen,
      received: (userId, upTo) => this.#marks.received(userId, upTo, Date.now()),
    });
    this.#pictures = new GonePictures(sql, this.#due, env);
    const told = {
      ...records,
      audience: this.#audience,
      alerts: this.#alerts,
      corrections: this.#corrections,
      spread: this.#spread,
    };
    this.#answers = new Answers({ ...told, seen: this.#seen });
    this.#marks = new Marks(told);
    this.#talk = new Talk({ ...told, marks: this.#marks, pictures: this.#pictures });
    this.#doors = new Membership({ ...told, talk: this.#talk });
    this.#presence = new Presence({ ...told, place: `conversation/${this.name}` });
    this.#erasure = new Erasure({ ...told, talk: this.#talk, pictures: this.#pictures });
  }

  // Sockets

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return new Response(null, { status: 404 });
    const userId = readViewer(request)?.userId ?? "";
    if (this.#members.find(userId) === undefined) return new Response(null, { status: 404 });
    // With everyone's present name; where D1 is unavailable, with the last one known.
    await this.#answers.ask(namedOn(this.#history, null)).catch(() => undefined);
    return super.fetch(request);
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    const userId = readViewer(request)?.userId;
    return userId == null ? [] : [userTag(userId)];
  }

  override onConnect(connection: Connection<SocketState>, { request }: ConnectionContext): void {
    const viewer = readViewer(request);
    const member = this.#members.find(viewer?.userId ?? "");
    // They may have been removed while it was being opened.
    if (viewer === null || member === undefined) return connection.close(roomCloseCodes.gone);
    connection.setState({ userId: member.userId, sessionHash: viewer.sessionHash });
    this.#audience.greet(connection, member, readSince(request));
    this.#marks.received(member.userId, this.#history.lastSeq(), Date.now());
    this.#presence.changed(member.userId);
  }

  override async onMessage(
    connection: Connection<SocketState>,
    message: string | ArrayBuffer,
  ): Promise<void> {
    await answerFrame(connection, message, {
      members: this.#members,
      people: this.#people,
      talk: this.#talk,
      marks: this.#marks,
      audience: this.#audience,
      seen: this.#seen,
    });
  }

  override onClose(connection: Connection<SocketState>): void {
    const [tag] = connection.tags;
    if (tag !== undefined) this.#presence.changed(tag.slice(userTag("").length), connection);
  }

  override onError(connection: Connection<SocketState>): void {
    this.onClose(connection);
  }

  // The calls. Each checks here whether the viewer is a participant.

  async say(...[viewerId, { begin, ...words }]: Parameters<ConversationPort["say"]>) {
    const said = await (begin === undefined
      ? this.#talk.say(viewerId, words)
      : this.#begin(viewerId, begin, words));
    return this.#answers.sent(viewerId, said);
  }

  async edit(viewerId: string, messageId: string, message: string) {
    return this.#answers.changed(await this.#talk.edit(viewerId, messageId, message));
  }

  async takeBack(viewerId: string, messageId: string) {
    return this.#answers.changed(this.#talk.takeBack(viewerId, messageId));
  }

  async addParticipant(viewerId: string, userId: string): Promise<ConversationAnswer> {
    const verdict = await this.#doors.add(viewerId, userId);
    if (!verdict.ok) return verdict;
    this.#erasure.recordPlace(userId);
    return this.#answers.conversation(this.#members.find(viewerId));
  }

  async removeParticipant(viewerId: string, userId: string): Promise<ConversationAnswer> {
    const member = this.#members.find(viewerId);
    const verdict = this.#doors.remove(viewerId, userId);
    return verdict.ok ? this.#answers.conversation(member) : verdict;
  }

  async rename(viewerId: string, name: string): Promise<ConversationAnswer> {
    const verdict = await this.#doors.rename(viewerId, name);
    return verdict.ok ? this.#answers.conversation(this.#members.find(viewerId)) : verdict;
  }

  async markRead(viewerId: string): Promise<ConversationAnswer> {
    return this.#answers.marked(viewerId, (member) => this.#marks.read(member, null, Date.now()));
  }

  async markUnread(viewerId: string): Promise<ConversationAnswer> {
    return this.#answers.marked(viewerId, (member) => this.#marks.unread(member));
  }

  async mute(viewerId: string, until: number | null): Promise<ConversationAnswer> {
    return this.#answers.marked(viewerId, (member) => this.#marks.mute(member, until));
  }

  async unmute(viewerId: string): Promise<ConversationAnswer> {
    return this.#answers.marked(viewerId, (member) => this.#marks.unmute(member));
  }

  async clear(viewerId: string): Promise<ConversationAnswer> {
    return this.#answers.marked(viewerId, (member) => this.#marks.clear(member));
  }

  async page(viewerId: string, before: number | null) {
    if (this.#members.find(viewerId) !== undefined)
      await this.#answers.ask(namedOn(this.#history, before)).catch(() => undefined);
    const member = this.#members.find(viewerId);
    if (member === undefined) return notThere;
    const { items, ...cursor } = messagePage(this.#history, member, before);
    return { ok: true as const, page: { items: items.map((each) => this.#seen.message(each)), ...cursor } };
  }

  async search(viewerId: string, wanted: WantedMessages): Promise<FoundMessageView[]> {
    const member = this.#members.find(viewerId);
    if (member === undefined) return [];
    const found = this.#history.search(wanted, member.after, searchLimit);
    return found.map((message) => ({ ...this.#seen.message(message), conversation: this.name }));
  }

  async messagesOf(userId: string, after: number) {
    return this.#history.writtenBy(userId, after, exportLimit);
  }

  async dropUser(userId: string, sessionHash?: string): Promise<void> {
    this.#audience.drop(userId, "sessionEnded", sessionHash);
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#erasure.forgetUser(userId);
  }

  override onAlarm(): Promise<void> {
    return this.#due.runDue(Date.now(), (name) => this.#whenDue[name]?.());
  }

  readonly #whenDue: Record<string, () => Promise<void>> = {
    [outboxDue]: () => this.#outbox.drain(this.env.DB),
    [spreadDue]: async () => {
      await this.#spread.run();
      await this.#erasure.endIfOver();
    },
    [endDue]: () => this.#erasure.end(),
    [correctionsDue]: () => this.#corrections.run(),
    [alertsDue]: () => this.#alerts.run(Date.now()),
    [picturesDue]: () => this.#pictures.run(),
    [presenceDue]: () => this.#presence.repeat(),
  };

  async #begin(viewerId: string, begin: Beginning, words: Words): Promise<Said> {
    const hadBegun = this.#about.read() !== undefined;
    const said = await this.#doors.begin(viewerId, begin, words);
    if (said.ok && !hadBegun)
      for (const { userId } of this.#members.list()) this.#erasure.recordPlace(userId);
    return said;
  }
}

const notThere = { ok: false, code: "not-found" } as const;
