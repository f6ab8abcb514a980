import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { Room as RoomPort } from "#app/context.ts";
import { OnAirView } from "#app/domains/stages/contract/stages.ts";
import type { RoomReply } from "#app/domains/stages/live/protocol.ts";
import { openDb } from "#db/client.ts";
import { DueList } from "../alarms.ts";
import type { RoomPath, RoomRpc, SocketViewer, StreamReport } from "../contract.ts";
import { emptyState } from "../fan-out/empty-state.ts";
import { FanOut } from "../fan-out/fan-out.ts";
import type { OpenedSet } from "../fan-out/followers.ts";
import { Journal, type RoomEventBody } from "../fan-out/journal.ts";
import { ListenerSockets, type SayFrame } from "../fan-out/listener-sockets.ts";
import { Shards, shardHeader } from "../fan-out/shards.ts";
import { Memory } from "../memory.ts";
import { Outbox, outboxDue } from "../outbox.ts";
import { Presence, presenceDue } from "../presence.ts";
import { answerPings } from "../sockets.ts";
import { Blocked } from "./chat/blocked.ts";
import { Chat } from "./chat/chat.ts";
import { Moderation } from "./chat/moderation.ts";
import { Connections } from "./connections.ts";
import { Counting } from "./counting/counting.ts";
import { Erasure } from "./erasure.ts";
import { awaitedOf, type RoomSource } from "./facts.ts";
import { LiveSetFeed } from "./live-set/live-set-feed.ts";
import { SetLedger } from "./live-set/set-ledger.ts";
import { Director } from "./on-air/director.ts";
import { ProfileStatus } from "./on-air/profile-status.ts";
import { firstPacketSeq, Sound } from "./on-air/sound.ts";
import { playKey } from "./on-air/titles.ts";
import { OutboundTasks } from "./outbound-tasks.ts";
import { type CheerInput, type FavoritedInput, Reactions } from "./reactions.ts";
import { readRole, type SocketState } from "./roles.ts";

/**
 * The live side of a stage or a profile: what is on air, its sound, its chat, its listeners. Lifecycle and wiring only;
 * every other file here holds one concept. All state is in storage or in the sockets' attachments, and the constructor
 * rebuilds the rest, so that an eviction at any moment goes unnoticed.
 */
export abstract class Room extends Server<Env> implements RoomRpc, RoomPort {
  static override options = { hibernate: true };

  readonly #path: RoomPath;
  readonly #due: DueList;
  readonly #outbox: Outbox;
  readonly #journal: Journal;
  readonly #chat: Chat;
  readonly #reactions: Reactions;
  readonly #counting: Counting;
  readonly #fanOut: FanOut;
  readonly #sound: Sound;
  readonly #desk: LiveSetFeed;
  readonly #director: Director;
  readonly #status: ProfileStatus;
  readonly #errands: OutboundTasks;
  readonly #shards: Shards;
  readonly #presence: Presence;
  readonly #connections: Connections;
  readonly #erasure: Erasure;

  constructor(ctx: DurableObjectState, env: Env, { kind, readFacts }: RoomSource) {
    super(ctx, env);
    this.#path = `${kind}/${this.name}`;
    const { storage } = ctx;
    const memory = new Memory(storage);
    this.#due = new DueList(storage);
    this.#outbox = new Outbox(storage, this.#due);
    this.#journal = new Journal(storage, emptyState(kind, this.name));
    this.#fanOut = new FanOut(firstPacketSeq(memory));
    const publish = (body: RoomEventBody, at: number) => this.#publish(body, at);
    const kept = {
      path: this.#path,
      env,
      memory,
      due: this.#due,
      outbox: this.#outbox,
      journal: this.#journal,
    };
    const others = { director: () => this.#director, desk: () => this.#desk };
    this.#counting = new Counting(ctx, { ...kept, ...others, publish });
    const { audience, headcount, ears } = this.#counting;
    this.#sound = new Sound(this.#fanOut, this.#counting.progressive, memory);
    const room = {
      ...kept,
      kind,
      id: this.name,
      publish,
      fanOut: this.#fanOut,
      audience,
      sound: this.#sound,
      blocked: new Blocked(storage),
      moderation: new Moderation(storage, memory),
    };
    this.#shards = new Shards(room);
    const ledger = new SetLedger(storage);
    this.#desk = new LiveSetFeed({
      ...room,
      stageId: kind === "stage" ? this.name : null,
      ledger,
      shards: this.#shards,
      broadcast: () => this.#director.air.broadcast,
      listeners: () => this.#journal.state.currentListeners,
      waitUntil: (work) => ctx.waitUntil(work),
    });
    this.#director = new Director({
      ...room,
      desk: this.#desk,
      readFacts: (now) => readFacts(openDb(env.DB), this.name, now),
      waitUntil: (work) => ctx.waitUntil(work),
    });
    const directed = { ...room, director: this.#director, desk: this.#desk };
    this.#status = new ProfileStatus(directed);
    this.#chat = new Chat(storage, room);
    this.#reactions = new Reactions(storage, { ...directed, ledger });
    this.#errands = new OutboundTasks({
      ...directed,
      storage,
      status: this.#status,
      isInUse: () => this.#director.air.broadcast !== null || ctx.getWebSockets().length > 0,
    });
    const open = (tag?: string) => this.getConnections<SocketState>(tag);
    this.#presence = new Presence({ ...room, ctx, place: this.#path });
    const listeners = new ListenerSockets({
      ...room,
      ears,
      followers: this.#desk.followers,
      say: (viewer, frame) => this.say(viewer, frame),
    });
    const known = { headcount, shards: this.#shards, presence: this.#presence, listeners, open };
    this.#connections = new Connections({ ...directed, ...known, chat: this.#chat });
    this.#erasure = new Erasure(ctx, {
      ...directed,
      chat: this.#chat,
      reactions: this.#reactions,
      shards: this.#shards,
      errands: this.#errands,
      status: this.#status,
      connections: this.#connections,
    });
    answerPings(ctx);
    this.#connections.restore();
    // What was sent right before an eviction may not have arrived.
    this.#desk.reopenSoon();
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
    return this.#connections.tags(request);
  }

  override onConnect(connection: Connection, { request }: ConnectionContext): void {
    this.#connections.join(connection, request);
  }

  override onMessage(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): Promise<void> {
    return this.#connections.message(connection, message);
  }

  override onClose(connection: Connection): void {
    this.#connections.leave(connection);
  }

  override onError(connection: Connection): void {
    this.#connections.leave(connection);
  }

  // RPC methods

  async streamChanged(report: StreamReport): ReturnType<RoomRpc["streamChanged"]> {
    if ((await this.#director.ready()) === null) return { wants: false };
    const { air } = this.#director;
    this.#director.take(report);
    const wants = air.wants(report.stream);
    // The response is the claim.
    if (wants && report.claimedBy === null) air.noteClaim(report.stream, this.#path);
    else if (!wants && report.claimedBy === this.#path) air.noteClaim(report.stream, null);
    const awaits = awaitedOf(this.#director.facts, this.name, report, Date.now());
    return { wants, awaits, listeners: this.#counting.headcount.listenersOf(report.stream) };
  }

  async refresh(): Promise<void> {
    await this.#director.refresh();
    this.#desk.reopenSoon();
  }

  async onAir(): Promise<OnAirView> {
    await this.#director.ready();
    return OnAirView.parse(this.#journal.state);
  }

  async playsOn(stageId: string, isOn: boolean): Promise<void> {
    if ((await this.#director.ready()) !== null) this.#status.take(stageId, isOn);
  }

  async cheer(input: CheerInput): ReturnType<RoomPort["cheer"]> {
    await this.#director.ready();
    return this.#reactions.cheer(input);
  }

  async favorited(input: FavoritedInput): Promise<void> {
    await this.#director.ready();
    this.#reactions.favorited(input);
  }

  async deliverPlay(playId: string): Promise<void> {
    await this.#outbox.deliver(this.env.DB, playKey(playId));
  }

  async hearing(...[who]: Parameters<RoomPort["hearing"]>): ReturnType<RoomPort["hearing"]> {
    await this.#director.ready();
    return this.#counting.hearing(who);
  }

  async appPlays(...said: Parameters<RoomPort["appPlays"]>): ReturnType<RoomPort["appPlays"]> {
    await this.#director.ready();
    return this.#counting.appPlays(...said);
  }

  async deleteMessages(...[which]: Parameters<RoomPort["deleteMessages"]>): Promise<string[]> {
    return this.#chat.deleteChosen(which);
  }

  async restrict(...[userId, restriction]: Parameters<RoomPort["restrict"]>): Promise<void> {
    await this.#director.restrict(userId, restriction);
    if (restriction?.until === null) this.#chat.deleteOf(userId);
  }

  async messagesOf(userId: string): ReturnType<RoomPort["messagesOf"]> {
    return this.#chat.messagesOf(userId);
  }

  async setBlocked(userId: string, isBlocked: boolean): Promise<void> {
    await this.#director.setBlocked(userId, isBlocked);
  }

  async dropUser(userId: string, sessionHash?: string): Promise<void> {
    await this.#connections.drop(userId, sessionHash);
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#erasure.forgetUser(userId);
  }

  async erase(): Promise<void> {
    await this.#erasure.eraseRoom();
  }

  /** A chat message of a listener, here or on a shard; responds after storage. */
  say(viewer: SocketViewer, frame: SayFrame): Promise<RoomReply> {
    return this.#chat.say(viewer, frame);
  }

  /** A set for a listener on a shard who wants to follow it. */
  openSet(viewer: SocketViewer, setId: string): Promise<OpenedSet> {
    return this.#desk.openOnShard(viewer, setId);
  }

  async listenProgressive(
    ...wish: Parameters<Counting["listen"]>
  ): Promise<ReadableStream<Uint8Array> | null> {
    await this.#director.ready();
    return this.#counting.listen(...wish);
  }

  async carries(stream: string | null): Promise<boolean> {
    return (await this.#director.ready()) !== null && this.#counting.carries(stream);
  }

  // Events and what is due

  #publish(body: RoomEventBody, at: number): void {
    const entry = this.#journal.publish(body, at);
    this.#fanOut.event(entry);
    this.#errands.note(body, at);
    if (body.event === "new track") this.#counting.progressive.retitle(body.data.mediaAt);
  }

  override onAlarm(): Promise<void> {
    const whenDue = { ...this.#counting.whenDue, ...this.#errands.whenDue, ...this.#whenDue };
    return this.#due.runDue(Date.now(), (name) => whenDue[name]?.());
  }

  readonly #whenDue: Record<string, () => void | Promise<void>> = {
    [outboxDue]: () => this.#outbox.drain(this.env.DB),
    [presenceDue]: () => this.#presence.repeat(),
    shards: () => this.#shards.wake(),
  };
}
