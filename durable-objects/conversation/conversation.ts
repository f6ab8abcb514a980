import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { FoundMessageView } from "#app/domains/air/messages/contract.ts";
import type {
  Beginning,
  ConversationAnswer,
  ConversationPort,
  WantedMessages,
  Words,
} from "#app/domains/air/messages/port.ts";
import { roomCloseCodes } from "#app/domains/air/stages/live/close-codes.ts";
import type { WhenDue } from "#packages/durable/due-list.ts";
import { outboxDue } from "#packages/durable/outbox.ts";
import { answerPings, readSince } from "#packages/durable/sockets.ts";
import { presenceDue, userTag } from "../presence.ts";
import { closeOldest, tagsOf } from "../socket-limits.ts";
import { readViewer } from "../sockets.ts";
import { alertsDue } from "./alerts.ts";
import type { SocketState } from "./audience.ts";
import { ConversationCore } from "./core.ts";
import { correctionsDue } from "./corrections.ts";
import { endDue } from "./erasure.ts";
import { answerFrame } from "./frames.ts";
import { spreadDue } from "./list-sync.ts";
import { messagePage, namedOn } from "./page.ts";
import { type ConversationParts, makeParts } from "./parts.ts";
import { picturesDue } from "./pictures.ts";
import type { Said } from "./talk.ts";

/** The number of messages that a search, or one step of an export, reads. */
const searchLimit = 50;
const exportLimit = 500;

/**
 * One conversation: its messages in order, its participants and how far each has read. Lifecycle and wiring only; every
 * other file here holds one concept. All state is in storage, so that an eviction at any moment goes unnoticed.
 */
export class Conversation extends Server<Env> implements ConversationPort {
  static override options = { hibernate: true };

  readonly #core: ConversationCore;
  readonly #parts: ConversationParts;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    this.#core = new ConversationCore(ctx, env, this.name);
    const open = (userId?: string) => this.getConnections<SocketState>(userId && userTag(userId));
    this.#parts = makeParts(this.#core, open);
  }

  // Sockets

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return new Response(null, { status: 404 });
    const userId = readViewer(request)?.userId ?? "";
    if (this.#core.members.find(userId) === undefined) return new Response(null, { status: 404 });
    // With everyone's present name; where D1 is unavailable, with the last one known.
    await this.#parts.answers.ask(namedOn(this.#core.history, null)).catch(() => undefined);
    return super.fetch(request);
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return tagsOf(readViewer(request));
  }

  override onConnect(connection: Connection<SocketState>, { request }: ConnectionContext): void {
    const viewer = readViewer(request);
    const member = this.#core.members.find(viewer?.userId ?? "");
    // They may have been removed while it was being opened.
    if (viewer === null || member === undefined) return connection.close(roomCloseCodes.gone);
    connection.setState({ userId: member.userId, sessionHash: viewer.sessionHash });
    closeOldest(viewer, (tag) => this.getConnections(tag));
    this.#parts.audience.greet(connection, member, readSince(request));
    this.#parts.marks.received(member.userId, this.#core.history.lastSeq(), Date.now());
    this.#parts.presence.changed(member.userId);
  }

  override async onMessage(
    connection: Connection<SocketState>,
    message: string | ArrayBuffer,
  ): Promise<void> {
    await answerFrame(connection, message, this.#core, this.#parts);
  }

  override onClose(connection: Connection<SocketState>): void {
    const [tag] = connection.tags;
    if (tag !== undefined) this.#parts.presence.changed(tag.slice(userTag("").length), connection);
  }

  override onError(connection: Connection<SocketState>): void {
    this.onClose(connection);
  }

  // The calls. Each checks here whether the viewer is a participant.

  async say(...[viewerId, { begin, ...words }]: Parameters<ConversationPort["say"]>) {
    const said = await (begin === undefined
      ? this.#parts.talk.say(viewerId, words)
      : this.#begin(viewerId, begin, words));
    return this.#parts.answers.sent(viewerId, said);
  }

  async edit(viewerId: string, messageId: string, message: string) {
    return this.#parts.answers.changed(await this.#parts.talk.edit(viewerId, messageId, message));
  }

  async takeBack(viewerId: string, messageId: string) {
    return this.#parts.answers.changed(this.#parts.talk.takeBack(viewerId, messageId));
  }

  async addParticipant(viewerId: string, userId: string): Promise<ConversationAnswer> {
    const verdict = await this.#parts.membership.add(viewerId, userId);
    if (!verdict.ok) return verdict;
    this.#parts.erasure.recordPlace(userId);
    return this.#parts.answers.conversation(this.#core.members.find(viewerId));
  }

  async removeParticipant(viewerId: string, userId: string): Promise<ConversationAnswer> {
    const member = this.#core.members.find(viewerId);
    const verdict = this.#parts.membership.remove(viewerId, userId);
    return verdict.ok ? this.#parts.answers.conversation(member) : verdict;
  }

  async rename(viewerId: string, name: string): Promise<ConversationAnswer> {
    const verdict = await this.#parts.membership.rename(viewerId, name);
    return verdict.ok ? this.#parts.answers.conversation(this.#core.members.find(viewerId)) : verdict;
  }

  async markRead(viewerId: string): Promise<ConversationAnswer> {
    return this.#parts.answers.marked(viewerId, (member) => this.#parts.marks.read(member, null, Date.now()));
  }

  async markUnread(viewerId: string): Promise<ConversationAnswer> {
    return this.#parts.answers.marked(viewerId, (member) => this.#parts.marks.unread(member));
  }

  async mute(viewerId: string, until: number | null): Promise<ConversationAnswer> {
    return this.#parts.answers.marked(viewerId, (member) => this.#parts.marks.mute(member, until));
  }

  async unmute(viewerId: string): Promise<ConversationAnswer> {
    return this.#parts.answers.marked(viewerId, (member) => this.#parts.marks.unmute(member));
  }

  async clear(viewerId: string): Promise<ConversationAnswer> {
    return this.#parts.answers.marked(viewerId, (member) => this.#parts.marks.clear(member));
  }

  async page(viewerId: string, before: number | null) {
    if (this.#core.members.find(viewerId) !== undefined)
      await this.#parts.answers.ask(namedOn(this.#core.history, before)).catch(() => undefined);
    const member = this.#core.members.find(viewerId);
    if (member === undefined) return notThere;
    const { items, ...cursor } = messagePage(this.#core.history, member, before);
    return {
      ok: true as const,
      page: { items: items.map((each) => this.#parts.views.message(each)), ...cursor },
    };
  }

  async search(viewerId: string, wanted: WantedMessages): Promise<FoundMessageView[]> {
    const member = this.#core.members.find(viewerId);
    if (member === undefined) return [];
    const found = this.#core.history.search(wanted, member.after, searchLimit);
    return found.map((message) => ({ ...this.#parts.views.message(message), conversation: this.name }));
  }

  async messagesOf(userId: string, after: number) {
    return this.#core.history.writtenBy(userId, after, exportLimit);
  }

  async dropUser(userId: string, sessionHash?: string): Promise<void> {
    this.#parts.audience.drop(userId, "sessionEnded", sessionHash);
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#parts.erasure.forgetUser(userId);
  }

  override onAlarm(): Promise<void> {
    return this.#core.due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = {
    [outboxDue]: () => this.#core.outbox.drain(this.env.DB),
    [spreadDue]: async () => {
      await this.#parts.listSync.run();
      await this.#parts.erasure.endIfOver();
    },
    [endDue]: () => this.#parts.erasure.end(),
    [correctionsDue]: () => this.#parts.corrections.run(),
    [alertsDue]: () => this.#parts.alerts.run(Date.now()),
    [picturesDue]: () => this.#parts.pictures.run(),
    [presenceDue]: () => this.#parts.presence.repeat(),
  };

  async #begin(viewerId: string, begin: Beginning, words: Words): Promise<Said> {
    const hadBegun = this.#core.about.read() !== undefined;
    const said = await this.#parts.membership.begin(viewerId, begin, words);
    if (said.ok && !hadBegun)
      for (const { userId } of this.#core.members.list()) this.#parts.erasure.recordPlace(userId);
    return said;
  }
}

const notThere = { ok: false, code: "not-found" } as const;
