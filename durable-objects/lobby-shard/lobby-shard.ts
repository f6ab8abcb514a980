import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { LiveEntry } from "#app/context.ts";
import type { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import { AppError } from "#app/errors.ts";
import { DueList, type WhenDue } from "#packages/durable/due-list.ts";
import { answerPings, openSockets, readSince, readTextFrame, sendText } from "#packages/durable/sockets.ts";
import type { ConversationPath, LobbyNews, LobbyShardRpc, Place, RoomCount } from "../contract.ts";
import { SocketBudgets } from "../fan-out/socket-budgets.ts";
import { userTag } from "../presence.ts";
import { closeOldest, tagsOf } from "../socket-limits.ts";
import { readViewer, socketCloseCodes } from "../sockets.ts";
import { conversation, inbox, lobby, lobbyShardName, roomAt, soundCheck } from "../stubs.ts";
import { LiveCopy } from "./live-copy.ts";
import { type Drop, Presence } from "./presence.ts";

/** Time after which sockets that were not closed are closed again. */
const dropAgainMs = 1_000;
/** A shard without sockets is told of changes for this long after what is live was read here. */
const readMs = 60_000;

type LobbyConnection = Connection<{ sessionHash: string | null }>;

/**
 * The open pages of some of the users and guests, who are told what is live, and the places where these users have
 * sockets. What is live is the lobby's: this has a copy in memory, which it reads again after an eviction.
 */
export class LobbyShard extends Server<Env> implements LobbyShardRpc {
  static override options = { hibernate: true };

  readonly #due: DueList;
  readonly #presence: Presence;
  #copy: LiveCopy | null = null;
  #reading: Promise<LiveCopy> | null = null;
  /** The number of the last event that open sockets got; null after an eviction. */
  #sentSeq: number | null = null;
  #readAt = 0;
  /** Sockets that have no first frame yet: they get no other before it. */
  readonly #opening = new Set<string>();
  readonly #budgets = new SocketBudgets();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    this.#due = new DueList(ctx.storage);
    this.#presence = new Presence(ctx.storage, (userId) => lobbyShardName(userId) === this.name);
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return tagsOf(readViewer(request));
  }

  override async onConnect(connection: LobbyConnection, { request }: ConnectionContext): Promise<void> {
    const viewer = readViewer(request);
    if (viewer === null) {
      connection.close(socketCloseCodes.sessionEnded);
      return;
    }
    connection.setState({ sessionHash: viewer.sessionHash });
    closeOldest(viewer, (tag) => this.getConnections(tag));
    this.#opening.add(connection.id);
    try {
      await this.#greet(connection, readSince(request));
    } catch {
      // It connects again, and the lobby may respond then.
      connection.close(socketCloseCodes.tryAgainLater, "lobby unavailable");
    } finally {
      this.#opening.delete(connection.id);
    }
  }

  override onRequest(): Response {
    return new Response(null, { status: 404 });
  }

  /** No messages are accepted; one that is too large to be a mistake closes the socket. */
  override onMessage(connection: LobbyConnection, message: string | ArrayBuffer): void {
    const text = readTextFrame(connection, message);
    if (text !== undefined) this.#budgets.admits(connection, { id: null });
  }

  override onAlarm(): Promise<void> {
    return this.#due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = { drops: () => this.#dropFromRooms() };

  async news(news: LobbyNews): Promise<boolean> {
    if (!this.#isUsed()) {
      this.#copy = null;
      this.#sentSeq = null;
      return false;
    }
    const copy = await (news.deleted === null ? this.#read() : this.#follow(null));
    const isWhole = copy.apply(news);
    for (const { seq, text } of news.frames) {
      if (!isWhole || seq <= (this.#sentSeq ?? 0)) continue;
      this.#sentSeq = seq;
      this.#send(text);
    }
    if (!isWhole) await this.#catchUp(copy);
    if (news.deleted === "pages") this.#send(JSON.stringify(copy.snapshot(Date.now())));
    else if (news.counts.length > 0) this.#send(this.#listeners(news.counts, copy));
    return true;
  }

  async live(): Promise<LiveEntry[]> {
    this.#readAt = Date.now();
    return (await this.#read()).entries();
  }

  async userJoined(place: Place, userId: string): Promise<void> {
    this.#presence.join(place, userId);
  }

  async userLeft(place: Place, userId: string): Promise<void> {
    this.#presence.leave(place, userId);
  }

  async present(room: RoomPath): Promise<string[]> {
    return this.#presence.usersIn(room);
  }

  async isPresent(room: RoomPath, userId: string): Promise<boolean> {
    return this.#presence.isIn(room, userId);
  }

  async dropUser(userId: string, sessionHash?: string): Promise<void> {
    for (const connection of this.getConnections<{ sessionHash: string | null }>(userTag(userId)))
      if (sessionHash === undefined || connection.state?.sessionHash === sessionHash)
        connection.close(socketCloseCodes.sessionEnded);
    this.#presence.drop(userId, sessionHash ?? null);
    // Stored first: a room that does not respond now is notified again later.
    await this.#due.scheduleBy("drops", Date.now() + dropAgainMs);
    await this.#dropFromRooms().catch(() => {});
  }

  async forgetUser(userId: string): Promise<void> {
    // The places of their sockets must be kept until they are closed.
    if (this.#presence.isDropping(userId)) throw new AppError("unavailable");
    this.#presence.forget(userId);
  }

  async #dropFromRooms(): Promise<void> {
    const outcomes = await Promise.allSettled(
      this.#presence.drops().map(async (drop) => {
        await this.#dropFrom(drop);
        this.#presence.dropped(drop);
      }),
    );
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    if (failure !== undefined) throw failure.reason;
  }

  #dropFrom({ place, userId, sessionHash }: Drop): Promise<void> {
    const session = sessionHash ?? undefined;
    if (place === "inbox") {
      const own = [inbox(this.env, userId), soundCheck(this.env, userId)];
      return Promise.all(own.map((object) => object.dropUser(session))).then(() => undefined);
    }
    if (isConversation(place))
      return conversation(this.env, place.slice(place.indexOf("/") + 1)).dropUser(userId, session);
    return roomAt(this.env, place).dropUser(userId, session);
  }

  #isUsed(): boolean {
    return openSockets(this.ctx).length > 0 || Date.now() - this.#readAt < readMs;
  }

  /** The copy, with every event after `since` where the lobby still has them. */
  async #read(since: number | null = null): Promise<LiveCopy> {
    // What is under way may bring it.
    await this.#reading?.catch(() => undefined);
    if (this.#copy === null || (since !== null && this.#copy.lacks(since))) return this.#follow(since);
    return this.#copy;
  }

  /** One after the other, so that no older state replaces a newer one. */
  #follow(since: number | null): Promise<LiveCopy> {
    const before = this.#reading?.catch(() => undefined);
    const reading = Promise.resolve(before).then(async () => {
      const state = await lobby(this.env).follow(Number(this.name), since);
      // Without sockets from before, all that open now have their first frames from this state on.
      if (openSockets(this.ctx).length <= this.#opening.size) this.#sentSeq ??= state.seq;
      if (this.#copy === null) this.#copy = new LiveCopy(state, since);
      else this.#copy.replace(state, since);
      return this.#copy;
    });
    this.#reading = reading;
    return reading;
  }

  /** Sends open sockets what the lobby could not tell this shard. */
  async #catchUp({ seq }: LiveCopy): Promise<void> {
    const since = this.#sentSeq ?? seq;
    const copy = await this.#follow(since);
    const missed = copy.since(since);
    for (const frame of missed ?? [JSON.stringify(copy.snapshot(Date.now()))]) this.#send(frame);
    this.#sentSeq = copy.seq;
  }

  /** Sends a socket its first frames: the events it has missed, or the snapshot where that is not possible. */
  async #greet(connection: LobbyConnection, since: number | null): Promise<void> {
    const copy = await this.#read(since);
    const missed = since === null ? null : copy.since(since);
    if (missed === null) return sendText(connection, JSON.stringify(copy.snapshot(Date.now())));
    for (const frame of missed) sendText(connection, frame);
    // Numbers of listeners are no events: those since then are not among the missed ones.
    const counts = copy.counts();
    if (counts.length > 0) sendText(connection, this.#listeners(counts, copy));
  }

  #listeners(data: RoomCount[], { seq }: LiveCopy): string {
    const event: LobbyEvent = { event: "listeners", data, seq, at: Date.now() };
    return JSON.stringify(event);
  }

  #send(text: string): void {
    this.broadcast(text, [...this.#opening]);
  }
}

const isConversation = (place: Place): place is ConversationPath => place.startsWith("conversation/");
