import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { Room as RoomPort } from "#app/context.ts";
import { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import type { ChatMessage, RoomReply } from "#app/domains/air/stages/live/protocol.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import type { TipNews } from "#app/domains/value/tokens/port.ts";
import type { WhenDue } from "#packages/durable/due-list.ts";
import { outboxDue } from "#packages/durable/outbox.ts";
import { answerPings } from "#packages/durable/sockets.ts";
import type { RoomRpc, SocketViewer } from "../contract.ts";
import type { OpenedSet } from "../fan-out/followers.ts";
import type { SayFrame } from "../fan-out/listener-sockets.ts";
import { presenceDue } from "../presence.ts";
import { readRegion } from "../regions.ts";
import { RoomCore } from "./core.ts";
import type { Counting } from "./counting/counting.ts";
import { awaitedOf } from "./facts.ts";
import { playKey } from "./on-air/plays.ts";
import { makeParts, type RoomParts } from "./parts.ts";
import type { CheerInput, FavoritedInput } from "./reactions.ts";
import { readRole, type SocketState } from "./roles.ts";
import type { TipTargetInput } from "./tips/tips.ts";

/**
 * The live side of a stage or a profile: what is on air, its sound, its chat, its listeners. Lifecycle and wiring only;
 * every other file here holds one concept. All state is in storage or in the sockets' attachments, and the constructor
 * rebuilds the rest, so that an eviction at any moment goes unnoticed.
 */
export abstract class Room extends Server<Env> implements RoomRpc, RoomPort {
  static override options = { hibernate: true };

  readonly #core: RoomCore;
  readonly #parts: RoomParts;

  constructor(ctx: DurableObjectState, env: Env, kind: RoomCore["kind"]) {
    super(ctx, env);
    this.#core = new RoomCore(ctx, env, { kind, id: this.name });
    const open = (tag?: string) => this.getConnections<SocketState>(tag);
    this.#parts = makeParts(ctx, this.#core, open);
    answerPings(ctx);
    this.#parts.connections.restore();
    // What was told right before an eviction may not have arrived.
    this.#parts.liveSets.reopenSoon();
  }

  // Sockets

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return new Response(null, { status: 404 });
    const role = readRole(request);
    if (role === null) return new Response(null, { status: 403 });
    if ((await this.#parts.facts.ready()) === null) return new Response(null, { status: 404 });
    const elsewhere =
      role.role === "listener"
        ? this.#parts.connections.sendElsewhere(role.viewer, readRegion(request))
        : null;
    return elsewhere ?? super.fetch(request);
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return this.#parts.connections.tags(request);
  }

  override onConnect(connection: Connection, { request }: ConnectionContext): void {
    this.#parts.connections.join(connection, request);
  }

  override onMessage(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): Promise<void> {
    return this.#parts.connections.message(connection, message);
  }

  override onClose(connection: Connection): void {
    this.#parts.connections.leave(connection);
  }

  override onError(connection: Connection): void {
    this.#parts.connections.leave(connection);
  }

  // RPC methods

  async streamChanged(report: StreamReport): ReturnType<RoomRpc["streamChanged"]> {
    const facts = await this.#parts.facts.ready();
    if (facts === null) return { wants: false };
    const { air, director } = this.#parts;
    director.take(report);
    const wants = air.wants(report.stream);
    // The response is the claim. A profile has none: it carries a stream that no stage has claimed.
    const isClaimable = report.ownerKind === "performer" && this.#core.kind === "stage";
    if (wants && isClaimable && report.claimedBy === null) air.noteClaim(report.stream, this.#core.path);
    else if (!wants && report.claimedBy === this.#core.path) air.noteClaim(report.stream, null);
    const awaits = awaitedOf(facts, this.name, report, Date.now());
    return { wants, awaits, listeners: this.#parts.counting.headcount.listenersOf(report.stream) };
  }

  async refresh(): Promise<void> {
    await this.#parts.facts.refresh();
    this.#parts.liveSets.reopenSoon();
  }

  async onAir(): Promise<OnAirView> {
    await this.#parts.facts.ready();
    return OnAirView.parse(this.#core.journal.state);
  }

  async playsOn(stageId: string, isOn: boolean): Promise<void> {
    if ((await this.#parts.facts.ready()) !== null) this.#parts.status.take(stageId, isOn);
  }

  async cheer(input: CheerInput): ReturnType<RoomPort["cheer"]> {
    await this.#parts.facts.ready();
    return this.#parts.reactions.cheer(input);
  }

  async tipTarget(input: TipTargetInput): ReturnType<RoomPort["tipTarget"]> {
    await this.#parts.facts.ready();
    return this.#parts.tips.target(input);
  }

  async tipped(news: TipNews): Promise<void> {
    // Where D1 is unavailable, the tip is shown all the same. A room that is gone shows nothing.
    const isThere = await this.#parts.facts.ready().then(
      (facts) => facts !== null,
      () => true,
    );
    if (isThere) this.#parts.tips.tipped(news);
  }

  async favorited(input: FavoritedInput): Promise<void> {
    await this.#parts.facts.ready();
    this.#parts.reactions.favorited(input);
  }

  async tracksCorrected(...corrected: Parameters<RoomPort["tracksCorrected"]>): Promise<void> {
    if ((await this.#parts.facts.ready()) !== null) this.#parts.director.corrections.take(...corrected);
  }

  async deliverPlay(playId: string): Promise<void> {
    await this.#core.outbox.deliver(this.env.DB, playKey(playId));
  }

  async hearing(...[who]: Parameters<RoomPort["hearing"]>): ReturnType<RoomPort["hearing"]> {
    await this.#parts.facts.ready();
    return this.#parts.counting.hearing(who);
  }

  async listeningOf(userId: string): ReturnType<RoomPort["listeningOf"]> {
    await this.#parts.facts.ready();
    return this.#parts.counting.listeningOf(userId);
  }

  async appPlays(...said: Parameters<RoomPort["appPlays"]>): ReturnType<RoomPort["appPlays"]> {
    await this.#parts.facts.ready();
    return this.#parts.counting.appPlays(...said);
  }

  async deleteMessages(...[which]: Parameters<RoomPort["deleteMessages"]>): Promise<string[]> {
    if (which.user != null) this.#parts.tips.dropOf(which.user);
    return this.#parts.chat.deleteChosen(which);
  }

  async deleteOwnMessage(userId: string, messageId: string): Promise<boolean> {
    if (this.#parts.history.find(messageId)?.userId !== userId) return false;
    return this.#parts.chat.deleteChosen({ messageIds: [messageId] }).length > 0;
  }

  async findMessage(messageId: string): ReturnType<RoomPort["findMessage"]> {
    return this.#parts.history.find(messageId) ?? null;
  }

  async restrict(...[userId, restriction]: Parameters<RoomPort["restrict"]>): Promise<void> {
    await this.#parts.facts.restrict(userId, restriction);
    await this.#parts.connections.notifyRestricted(userId);
    if (restriction?.until !== null) return;
    this.#parts.chat.deleteOf(userId);
    this.#parts.tips.dropOf(userId);
  }

  async messagesOf(userId: string): ReturnType<RoomPort["messagesOf"]> {
    return this.#parts.chat.messagesOf(userId);
  }

  async replayChat(performance: string): ReturnType<RoomPort["replayChat"]> {
    return this.#parts.history.read(performance);
  }

  async replayTips(performance: string): ReturnType<RoomPort["replayTips"]> {
    return this.#parts.tipHistory.read(performance);
  }

  async forgetReplay(performance: string): Promise<void> {
    this.#parts.history.forgetReplay(performance);
    this.#parts.tipHistory.forgetReplay(performance);
  }

  async setBlocked(userId: string, isBlocked: boolean): Promise<void> {
    await this.#parts.facts.setBlocked(userId, isBlocked);
  }

  async dropUser(userId: string, sessionHash?: string): Promise<void> {
    await this.#parts.connections.drop(userId, sessionHash);
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#parts.erasure.forgetUser(userId);
  }

  async erase(): Promise<void> {
    await this.#parts.erasure.eraseRoom();
  }

  /** A chat message of a listener, here or on a shard; responds after storage. */
  say(viewer: SocketViewer, frame: SayFrame): Promise<RoomReply> {
    return this.#parts.chat.say(viewer, frame);
  }

  /** A set for a listener on a shard who wants to follow it. */
  openSet(viewer: SocketViewer, setId: string): Promise<OpenedSet> {
    return this.#parts.liveSets.openOnShard(viewer, setId);
  }

  async listenProgressive(
    ...wish: Parameters<Counting["listen"]>
  ): Promise<ReadableStream<Uint8Array> | null> {
    await this.#parts.facts.ready();
    return this.#parts.counting.listen(...wish);
  }

  async carries(stream: string | null): Promise<boolean> {
    return (await this.#parts.facts.ready()) !== null && this.#parts.counting.carries(stream);
  }

  /** Keeps a message of a broadcast that is over, for its replay. */
  protected keepMessage(performance: string, message: ChatMessage): void {
    this.#core.messages.keep(performance, message);
  }

  // What is due

  override onAlarm(): Promise<void> {
    const now = Date.now();
    this.#parts.counting.headcount.tellIfDue(now);
    this.#parts.director.decideIfDue(now);
    return this.#core.due.runDue(now, {
      ...this.#parts.counting.whenDue,
      ...this.#parts.tasks.whenDue,
      ...this.#parts.taping.whenDue,
      ...this.#whenDue,
    });
  }

  readonly #whenDue: WhenDue = {
    [outboxDue]: () => this.#core.outbox.drain(this.env.DB),
    [presenceDue]: () => this.#parts.presence.repeat(),
    shards: () => this.#parts.shards.wake(),
  };
}
