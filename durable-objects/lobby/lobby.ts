import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { LiveEntry, LobbyPort } from "#app/context.ts";
import type { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import { AppError } from "#app/errors.ts";
import { DueList, type WhenDue } from "#packages/durable/due-list.ts";
import { EventLog, greet } from "#packages/durable/event-log.ts";
import { answerPings, readTextFrame } from "#packages/durable/sockets.ts";
import type { ConversationPath, LobbyRpc } from "../contract.ts";
import { userTag } from "../presence.ts";
import { closeOldest, tagsOf } from "../socket-limits.ts";
import { readViewer, socketCloseCodes } from "../sockets.ts";
import { conversation, inbox, roomAt, soundCheck } from "../stubs.ts";
import { LiveList } from "./live-list.ts";
import { type Drop, type Place, Presence } from "./presence.ts";

const keptEvents = 500;
/** Pages get the numbers of listeners this often at most. */
const listenersMs = 5_000;
/** Every open page reads its lists again after a change of the timetable: so often at most. */
const upcomingMs = 2_000;
/** Time after which sockets that were not closed are closed again. */
const dropAgainMs = 1_000;
const sweepMs = 3_600_000;

type LobbyConnection = Connection<{ sessionHash: string | null }>;

/** Rooms that are live now, for pages that list them, and the places where every signed-in user has sockets. */
export class Lobby extends Server<Env> implements LobbyRpc, LobbyPort {
  static override options = { hibernate: true };

  readonly #due: DueList;
  readonly #log: EventLog;
  readonly #live: LiveList;
  readonly #presence: Presence;
  #listenersTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    this.#due = new DueList(ctx.storage);
    this.#log = new EventLog(ctx.storage, keptEvents);
    this.#live = new LiveList(ctx.storage);
    this.#presence = new Presence(ctx.storage);
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return tagsOf(readViewer(request));
  }

  override onConnect(connection: LobbyConnection, { request }: ConnectionContext): void {
    const viewer = readViewer(request);
    if (viewer === null) {
      connection.close(socketCloseCodes.sessionEnded);
      return;
    }
    connection.setState({ sessionHash: viewer.sessionHash });
    closeOldest(viewer, (tag) => this.getConnections(tag));
    greet(connection, request, this.#log, () => this.#snapshot());
  }

  override onRequest(): Response {
    return new Response(null, { status: 404 });
  }

  /** The lobby accepts no messages; one that is too large to be a mistake closes the socket. */
  override onMessage(connection: LobbyConnection, message: string | ArrayBuffer): void {
    readTextFrame(connection, message);
  }

  override onAlarm(): Promise<void> {
    return this.#due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = {
    upcoming: () => this.#say("upcoming changed", {}),
    drops: () => this.#dropFromRooms(),
    sweep: async () => {
      if (this.#live.sweep(Date.now()) > 0) await this.#due.schedule("sweep", Date.now() + sweepMs);
    },
  };

  async live(): Promise<LiveEntry[]> {
    return this.#live.entries();
  }

  async roomChanged({ version, ...entry }: LiveEntry & { version: number }): Promise<void> {
    const now = Date.now();
    const change = this.#live.put(entry, version, now);
    if (change === "all") this.#say("room changed", entry);
    if (change === "listeners" && this.#listenersTimer === undefined)
      this.#listenersTimer = setTimeout(() => this.#notifyListeners(), listenersMs);
    if (change !== "nothing") await this.#due.scheduleBy("sweep", now + sweepMs);
  }

  async announced(announcement: Parameters<LobbyPort["announced"]>[0]): Promise<void> {
    this.#say("announcement", announcement);
  }

  async retracted(number: number): Promise<void> {
    this.#say("announcement retracted", { number });
  }

  /** Sets were booked, moved or cancelled. Changes that follow each other closely are sent as one. */
  async upcomingChanged(): Promise<void> {
    const now = Date.now();
    const nextAt = (this.#log.lastAt("upcoming changed") ?? 0) + upcomingMs;
    if (nextAt > now) await this.#due.scheduleBy("upcoming", nextAt);
    else this.#say("upcoming changed", {});
  }

  async userJoined(room: Place, userId: string): Promise<void> {
    this.#presence.join(room, userId);
  }

  async userLeft(room: Place, userId: string): Promise<void> {
    this.#presence.leave(room, userId);
  }

  async present(room: RoomPath): Promise<string[]> {
    return this.#presence.usersIn(room);
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
    const isListed = this.#live.forget("profile", userId);
    const last = this.#log.lastNaming(userId);
    if (last !== null) this.#log.forget(last, () => this.#say("upcoming changed", {}));
    // What was removed from the log is sent as a snapshot to everyone connected.
    if (isListed) this.broadcast(JSON.stringify(this.#snapshot()));
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

  #notifyListeners(): void {
    this.#listenersTimer = undefined;
    const counts = this.#live.takeListeners();
    if (counts.length > 0) this.#say("listeners", counts);
  }

  #say<Name extends Exclude<LobbyEvent["event"], "snapshot">>(
    event: Name,
    data: Extract<LobbyEvent, { event: Name }>["data"],
  ): void {
    this.broadcast(JSON.stringify(this.#log.append(event, data, Date.now())));
  }

  #snapshot(): LobbyEvent {
    const upcomingChangedAt = this.#log.lastAt("upcoming changed");
    const data = this.#live.entries();
    return { event: "snapshot", data, upcomingChangedAt, seq: this.#log.lastSeq(), at: Date.now() };
  }
}

const isConversation = (place: Place): place is ConversationPath => place.startsWith("conversation/");
