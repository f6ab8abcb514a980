import { type Connection, type ConnectionContext, Server } from "partyserver";
import { InboxClientFrame } from "#app/domains/air/messages/live/inbox-client-frame.ts";
import type { InboxEvent, Notice } from "#app/domains/air/messages/live/protocol.ts";
import type { WhenDue } from "#packages/durable/due-list.ts";
import { eraseObject } from "#packages/durable/erase-object.ts";
import { greet } from "#packages/durable/event-log.ts";
import { outboxDue } from "#packages/durable/outbox.ts";
import { answerPings, readTextFrame } from "#packages/durable/sockets.ts";
import type { ConversationNews, InboxRpc } from "../contract.ts";
import { SocketBudgets } from "../fan-out/socket-budgets.ts";
import { ack, parseFrame, reply } from "../frames.ts";
import { type ReachablePushServices, webPushServices } from "../push-services.ts";
import { closeOldest, tagsOf } from "../socket-limits.ts";
import { readViewer, socketCloseCodes } from "../sockets.ts";
import { Conversations } from "./conversations.ts";
import { InboxCore } from "./core.ts";
import { Deliveries, mailDue, pushDue } from "./deliveries.ts";
import { Mails } from "./mails.ts";
import { arrivalsDue, Notices, noticesDue } from "./notices.ts";
import type { Pushed } from "./push.ts";
import { Pushes } from "./pushes.ts";

type InboxConnection = Connection<{ sessionHash: string | null }>;

/**
 * The data of one user alone, and the sockets that notify them of it. Named by the user's id. Each part has its own
 * tables; this object provides the sockets, the log of events, the outbox and the alarm.
 */
export class Inbox extends Server<Env> implements InboxRpc {
  static override options = { hibernate: true };

  readonly #core: InboxCore;
  readonly #deliveries: Deliveries;
  readonly #notices: Notices;
  readonly #conversations: Conversations;
  readonly #pushes: Pushes;
  readonly #mails: Mails;
  readonly #budgets = new SocketBudgets();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    const broadcast = (text: string) => this.broadcast(text);
    const core = new InboxCore(ctx, env, { ownerId: this.name, broadcast });
    const deliveries = new Deliveries(core.sql, core.due);
    const notices = new Notices(core, deliveries);
    const conversations = new Conversations(core, deliveries);
    this.#core = core;
    this.#deliveries = deliveries;
    this.#notices = notices;
    this.#conversations = conversations;
    this.#pushes = new Pushes(core, { deliveries, notices, conversations, services: this.pushServices });
    this.#mails = new Mails(core, deliveries);
  }

  protected get pushServices(): ReachablePushServices {
    return webPushServices;
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return tagsOf(readViewer(request));
  }

  override onConnect(connection: InboxConnection, { request }: ConnectionContext): void {
    const viewer = readViewer(request);
    if (viewer?.userId !== this.name) {
      connection.close(socketCloseCodes.sessionEnded);
      return;
    }
    connection.setState({ sessionHash: viewer.sessionHash });
    closeOldest(viewer, (tag) => this.getConnections(tag));
    greet(connection, request, this.#core.log, () => this.#snapshot());
  }

  override onRequest(): Response {
    return new Response(null, { status: 404 });
  }

  override onMessage(connection: InboxConnection, message: string | ArrayBuffer): void {
    const text = readTextFrame(connection, message);
    if (text === undefined) return;
    const frame = parseFrame(InboxClientFrame, text);
    if (!this.#budgets.admits(connection, frame, this.name)) return;
    if (frame.event === "readNotices") this.#notices.read(frame.data.upTo);
    reply(connection, frame.event === "readNotices" ? ack(frame.id, {}) : frame);
  }

  override onAlarm(): Promise<void> {
    return this.#core.due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = {
    [outboxDue]: () => this.#core.outbox.drain(this.env.DB),
    [noticesDue]: () => this.#notices.sweep(),
    [arrivalsDue]: () => this.#notices.decide(),
    [pushDue]: () => this.#pushes.run(),
    [mailDue]: () => this.#mails.run(),
  };

  async notify(notice: Parameters<InboxRpc["notify"]>[0]): Promise<void> {
    await this.#notices.add(notice);
  }

  async withdraw(key: string): Promise<void> {
    if (this.#notices.withdraw(key)) this.#showAnew();
  }

  async reword(key: string, message: string): Promise<void> {
    if (this.#notices.reword(key, message)) this.#showAnew();
  }

  async settle(group: string): Promise<void> {
    this.#deliveries.settle(group);
  }

  /** The owner has blocked this user: notices about them are no longer delivered. */
  async dropAbout(userId: string): Promise<void> {
    this.#notices.dropAbout(userId);
  }

  async conversationChanged(news: ConversationNews): Promise<{ isOpen: boolean }> {
    return this.#conversations.changed(news);
  }

  async conversationGone(news: { id: string; version: number }): Promise<void> {
    this.#conversations.gone(news);
  }

  /** Pushes a notice to every device of this user immediately; returns the response of each push service. */
  async testPush(notice: Parameters<InboxRpc["notify"]>[0]): Promise<Pushed[]> {
    return this.#pushes.test(notice);
  }

  /** Closes this user's sockets, or those of one session. */
  async dropUser(sessionHash?: string): Promise<void> {
    for (const connection of this.getConnections<{ sessionHash: string | null }>())
      if (sessionHash === undefined || connection.state?.sessionHash === sessionHash)
        connection.close(socketCloseCodes.sessionEnded);
  }

  async notices(): Promise<Omit<Notice, "seq">[]> {
    return this.#notices.list().map(({ kind, message, at }) => ({ kind, message, at }));
  }

  /** Another account was deleted: removes everything about it here, from open pages too. */
  async forgetUser(userId: string): Promise<void> {
    if (await this.#notices.forgetUser(userId)) this.#showAnew();
  }

  /** The account was deleted: deletes everything. */
  async erase(): Promise<void> {
    await this.dropUser();
    await eraseObject(this.ctx, this.#core.due);
  }

  /** Sends a snapshot to open pages, so that removed entries disappear. */
  #showAnew(): void {
    this.broadcast(JSON.stringify(this.#snapshot()));
  }

  #snapshot(): InboxEvent {
    const notices = this.#notices.list();
    const upTo = this.#notices.readUpTo();
    const unread = notices.filter(({ seq }) => seq > upTo).length;
    const unreadConversations = this.#conversations.unreadIds();
    const data = { notices, unread, unreadConversations };
    return { event: "snapshot", data, seq: this.#core.log.lastSeq(), at: Date.now() };
  }
}
