import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { Room as RoomPort } from "#app/context.ts";
import { OnAirView } from "#app/domains/stages/contract.ts";
import { type RoomReply, roomCloseCodes } from "#app/domains/stages/live/protocol.ts";
import { type Db, openDb } from "#db/client.ts";
import { DueList } from "../alarms.ts";
import type { RoomPath, RoomRpc, SocketViewer, StreamReport } from "../contract.ts";
import { Outbox, outboxDue } from "../outbox.ts";
import { answerPings, readSince } from "../sockets.ts";
import { Audience } from "./audience.ts";
import { Chat } from "./chat.ts";
import { Director } from "./director.ts";
import { Errands } from "./errands.ts";
import type { RoomFacts } from "./facts.ts";
import { FanOut } from "./fan-out.ts";
import { Headcount } from "./headcount.ts";
import { Journal, type RoomEventBody } from "./journal.ts";
import { ListenerSockets, type SayFrame } from "./listener-sockets.ts";
import { Memory } from "./memory.ts";
import { Presence } from "./presence.ts";
import { Progressive, type ProgressiveFormat } from "./progressive.ts";
import { type CheerInput, type FavoritedInput, Reactions } from "./reactions.ts";
import { emptyState, isOfSession, readRole, type SocketState, type UplinkState, userTag } from "./roles.ts";
import { Shards, shardHeader } from "./shards.ts";
import { firstPacketSeq, Sound } from "./sound.ts";
import { songOf } from "./view.ts";

/** Events this close to the last one may not have reached those who listened when the object was evicted. */
const evictionMs = 250;
/** What the lobby shows of a room changes with these. */
const lobbyEvents = new Set<string>(["room set", "update set", "new track", "room listeners"]);

interface RoomSource {
  kind: "stage" | "profile";
  readFacts: (db: Db, id: string, now: number) => Promise<RoomFacts | null>;
}

/**
 * The live side of a stage or a profile: what is on air, its sound, its chat, its listeners. Lifecycle and wiring
 * only; every other file here holds one concept. All state is in storage or in the sockets' attachments, and the
 * constructor rebuilds the rest, so that an eviction at any moment is not noticed.
 */
export abstract class Room extends Server<Env> implements RoomRpc, RoomPort {
  static override options = { hibernate: true };

  readonly #path: RoomPath;
  readonly #due: DueList;
  readonly #outbox: Outbox;
  readonly #journal: Journal;
  readonly #chat: Chat;
  readonly #reactions: Reactions;
  readonly #headcount: Headcount;
  readonly #audience = new Audience();
  readonly #progressive: Progressive;
  readonly #fanOut: FanOut;
  readonly #sound: Sound;
  readonly #director: Director;
  readonly #errands: Errands;
  readonly #listeners: ListenerSockets;
  readonly #shards: Shards;
  readonly #presence: Presence;

  constructor(ctx: DurableObjectState, env: Env, { kind, readFacts }: RoomSource) {
    super(ctx, env);
    this.#path = `${kind}/${this.name}`;
    const { storage } = ctx;
    const memory = new Memory(storage);
    this.#due = new DueList(storage);
    this.#outbox = new Outbox(storage, this.#due);
    this.#journal = new Journal(storage, emptyState(kind, this.name));
    this.#fanOut = new FanOut(firstPacketSeq(memory));
    this.#progressive = new Progressive({
      title: () => songOf(this.#journal.state),
      counted: (change) => {
        this.#audience.countStream(change);
        this.#headcount.changed();
      },
    });
    this.#sound = new Sound(this.#fanOut, this.#progressive, memory);
    const publish = (body: RoomEventBody, at: number) => this.#publish(body, at);
    const room = {
      kind,
      id: this.name,
      path: this.#path,
      env,
      memory,
      publish,
      due: this.#due,
      outbox: this.#outbox,
      journal: this.#journal,
      fanOut: this.#fanOut,
      audience: this.#audience,
      sound: this.#sound,
    };
    this.#director = new Director({
      ...room,
      readFacts: (now) => readFacts(openDb(env.DB), this.name, now),
      waitUntil: (work) => ctx.waitUntil(work),
    });
    const directed = { ...room, director: this.#director };
    this.#chat = new Chat(storage, kind, publish);
    this.#reactions = new Reactions(storage, directed);
    this.#headcount = new Headcount(directed);
    this.#shards = new Shards(room);
    this.#presence = new Presence({ ...room, ctx, shards: this.#shards, states: () => this.#states() });
    this.#errands = new Errands({
      ...directed,
      entry: () => ({ onAir: this.#onAir(), version: this.#journal.lastSeq }),
      isInUse: () => this.#director.air.broadcast !== null || ctx.getWebSockets().length > 0,
    });
    this.#listeners = new ListenerSockets({
      ...room,
      say: (viewer, frame) => this.say(viewer, frame),
      audienceChanged: () => this.#headcount.changed(),
    });
    answerPings(ctx);
    this.#restoreSockets();
  }

  // Sockets

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return new Response(null, { status: 404 });
    const role = readRole(request);
    if (role === null) return new Response(null, { status: 403 });
    if ((await this.#director.ready()) === null) return new Response(null, { status: 404 });
    const shard = role.role === "listener" ? this.#shards.place() : null;
    if (shard !== null) return new Response(null, { status: 307, headers: { [shardHeader]: String(shard) } });
    return super.fetch(request);
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    const role = readRole(request);
    if (role?.role !== "listener") return [role?.role ?? "nobody"];
    return role.viewer.userId === null ? ["listener"] : ["listener", userTag(role.viewer.userId)];
  }

  override onConnect(connection: Connection, { request }: ConnectionContext): void {
    const role = readRole(request);
    if (role?.role === "listener") {
      this.#listeners.open(connection, role.viewer, readSince(request));
      this.#presence.changed(role.viewer.userId);
    } else if (role?.role === "uplink") {
      connection.setState({ role: "uplink", stream: role.stream } satisfies UplinkState);
      this.#sound.uplinks.open(role.stream, connection);
    } else if (role?.role === "shard") {
      this.#shards.open(connection, role.index, this.#journal, readSince(request));
    }
  }

  override async onMessage(
    connection: Connection,
    message: string | ArrayBuffer | ArrayBufferView,
  ): Promise<void> {
    const state = connection.state as SocketState | null;
    if (state?.role === "uplink") this.#receive(connection, state, message);
    else if (state?.role === "listener") await this.#listeners.message(connection, state, message);
    else if (state?.role === "shard" && typeof message === "string") {
      this.#shards.message(connection, state, message);
      this.#headcount.changed();
    }
  }

  override onClose(connection: Connection): void {
    this.#leave(connection);
  }

  override onError(connection: Connection): void {
    this.#leave(connection);
  }

  #receive(socket: WebSocket, state: UplinkState, message: string | ArrayBuffer | ArrayBufferView): void {
    if (!(message instanceof ArrayBuffer)) return;
    const now = Date.now();
    if (this.#sound.receive(state.stream, socket, message, now)) this.#director.decide();
    else this.#director.decideIfDue(now);
  }

  /** Once per socket, whoever ends it first. */
  #leave(connection: Connection): void {
    const state = connection.state as SocketState | null;
    if (state === null) return;
    connection.setState(null);
    if (state.role === "listener") {
      this.#listeners.close(connection, state);
      this.#presence.changed(state.viewer.userId, connection);
    } else if (state.role === "uplink") {
      this.#sound.uplinks.close(state.stream, connection);
    } else {
      this.#shards.close(connection, state);
      this.#headcount.changed();
    }
  }

  #restoreSockets(): void {
    let hasListeners = false;
    for (const connection of this.getConnections<SocketState>()) {
      const { state } = connection;
      if (state?.role === "listener") {
        this.#listeners.restore(connection, state);
        hasListeners ||= state.hears !== null;
      } else if (state?.role === "uplink") this.#sound.uplinks.open(state.stream, connection);
      else if (state?.role === "shard") this.#shards.restore(connection, state);
    }
    if (hasListeners)
      for (const entry of this.#journal.latest(evictionMs)) this.#fanOut.eventForListeners(entry);
    this.#headcount.check();
  }

  *#states(): Iterable<SocketState | null> {
    for (const { state } of this.getConnections<SocketState>()) yield state;
  }

  // What others ask of the room

  async streamChanged(report: StreamReport): Promise<{ wants: boolean }> {
    if ((await this.#director.ready()) === null) return { wants: false };
    const { air } = this.#director;
    this.#director.take(report);
    const wants = air.wants(report.stream);
    // The answer is the claim.
    if (wants && report.claimedBy === null) air.noteClaim(report.stream, this.#path);
    else if (!wants && report.claimedBy === this.#path) air.noteClaim(report.stream, null);
    return { wants };
  }

  async refresh(): Promise<void> {
    await this.#director.refresh();
  }

  async onAir(): Promise<OnAirView> {
    await this.#director.ready();
    return this.#onAir();
  }

  #onAir(): OnAirView {
    return OnAirView.parse(this.#journal.state);
  }

  async cheer(input: CheerInput): ReturnType<RoomPort["cheer"]> {
    await this.#director.ready();
    return this.#reactions.cheer(input);
  }

  async favorited(input: FavoritedInput): Promise<void> {
    await this.#director.ready();
    this.#reactions.favorited(input);
  }

  async dropUser(userId: string, sessionHash?: string): Promise<void> {
    for (const connection of this.getConnections<SocketState>(userTag(userId))) {
      const { state } = connection;
      if (state?.role !== "listener" || !isOfSession(state.viewer, sessionHash)) continue;
      this.#leave(connection);
      connection.close(roomCloseCodes.sessionEnded, "session ended");
    }
    await this.#shards.dropUser(userId, sessionHash);
  }

  /** A chat message of a listener, here or on a shard; answers after storage. */
  say(viewer: SocketViewer, frame: SayFrame): Promise<RoomReply> {
    return this.#chat.say(viewer, frame);
  }

  /** The sound of the stream on air for a player without a socket; null when this stream is not on air here. */
  listenProgressive(
    stream: string,
    format: ProgressiveFormat,
    hasIcy: boolean,
  ): ReadableStream<Uint8Array> | null {
    if (this.#director.air.broadcast?.onAir.stream !== stream) return null;
    return this.#progressive.open(format, hasIcy);
  }

  // Events and what is due

  #publish(body: RoomEventBody, at: number): void {
    const entry = this.#journal.publish(body, at);
    this.#fanOut.event(entry);
    if (body.event === "new track") this.#progressive.retitle();
    if (lobbyEvents.has(body.event)) void this.#due.scheduleBy("lobby", at);
  }

  override async onAlarm(): Promise<void> {
    await this.#due.runDue(Date.now(), (name) => this.#whenDue[name]?.());
  }

  readonly #whenDue: Record<string, () => void | Promise<void>> = {
    decide: () => this.#director.decide(),
    listeners: () => this.#headcount.tell(),
    [outboxDue]: () => this.#outbox.drain(this.env.DB),
    lobby: () => this.#errands.tellLobby(),
    claims: () => this.#errands.claim(),
    facts: () => this.#errands.refreshFacts(),
    watch: () => this.#errands.watch(),
    presence: () => this.#presence.repeat(),
    shards: () => this.#shards.wake(),
  };
}
