import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { Media, MountStatus } from "#app/context.ts";
import {
  type AgentMessage,
  closeCodes,
  type GatewayMessage,
  leaseMs,
} from "#app/domains/media/contract/control.ts";
import type { TestProgress } from "#app/domains/media/rules-test-progress.ts";
import { openDb } from "#db/client.ts";
import { completeTestStatement } from "#db/queries/ingest.ts";
import { DueList } from "../alarms.ts";
import {
  agentHeader,
  type GatewayRpc,
  type RoomPath,
  type SoundPath,
  type StreamReport,
} from "../contract.ts";
import { Outbox, type OutboxStatement, outboxDue } from "../outbox.ts";
import { answerPings, readTextFrame } from "../sockets.ts";
import { soundCheck } from "../stubs.ts";
import { type AgentConnection, closeOthers, parseAgentMessage, send, warnOfSkew } from "./agent-messages.ts";
import { AgentOrder } from "./agent-order.ts";
import { Announcer, soundPathOf } from "./announcer.ts";
import { CredentialBook } from "./credentials.ts";
import { type AgentReport, Intake, type IntakeResult } from "./intake.ts";
import { type CutReason, Ledger, type StreamRow } from "./ledger.ts";
import { ListenerCounts } from "./listener-counts.ts";
import { toMountStatus, toTestProgress } from "./mount-status.ts";
import { tellOwners } from "./notices.ts";
import { Placements } from "./placements.ts";
import { checksDue, SoundChecks } from "./sound-checks.ts";
import type { ReportReader } from "./stream-report.ts";

/** A snapshot of 200 mounts is about 180 kB. */
const maxAgentFrameBytes = 512 * 1024;
/** When rooms are notified again: those out of reach, or those that an evicted object was about to notify. */
const retellMs = 1_000;
const sweepMs = 3_600_000;

/**
 * The one object that the agent talks to: which encoders are connected, whether they may be, which rooms are notified.
 */
export class MediaGateway extends Server<Env> implements GatewayRpc, Media {
  static override options = { hibernate: true };

  readonly #due: DueList;
  readonly #outbox: Outbox;
  readonly #agents: AgentOrder;
  readonly #ledger: Ledger;
  readonly #checks: SoundChecks;
  readonly #placements: Placements;
  readonly #credentials: CredentialBook;
  readonly #intake: Intake;
  readonly #announcer: Announcer;
  readonly #listenerCounts: ListenerCounts;
  /** Reports are applied one after the other, though one may wait for D1. */
  #reports: Promise<void> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    this.#due = new DueList(ctx.storage);
    this.#outbox = new Outbox(ctx.storage, this.#due);
    this.#agents = new AgentOrder(ctx.storage);
    this.#ledger = new Ledger(ctx.storage);
    this.#credentials = new CredentialBook(ctx.storage, env.DB);
    this.#intake = new Intake(this.#agents, this.#ledger, this.#credentials);
    const announce = (streams: string[]) => this.#announce(streams);
    this.#checks = new SoundChecks(ctx.storage, { ledger: this.#ledger, due: this.#due, announce });
    this.#placements = new Placements(ctx.storage, { ledger: this.#ledger, announce });
    this.#listenerCounts = new ListenerCounts(this.#ledger, (message) => this.#tellAgent(message));
    this.#announcer = new Announcer(env, this.#ledger, {
      reportOf: (row, to) => this.#reportOf(row, to),
      place: (row, awaited) => this.#placements.decide(row, awaited, Date.now()),
      route: (stream, room) => this.#route(stream, room),
      heardBy: (stream, count) => this.#listenerCounts.tell(stream, count, this.#agents.fence()),
    });
  }

  override onConnect(connection: Connection, { request }: ConnectionContext): void {
    if (request.headers.get(agentHeader) !== "control") connection.close(closeCodes.unauthorized);
  }

  override onRequest(): Response {
    return new Response(null, { status: 404 });
  }

  override async onMessage(connection: AgentConnection, message: string | ArrayBuffer): Promise<void> {
    const text = readTextFrame(connection, message, maxAgentFrameBytes);
    const parsed = text === undefined ? undefined : parseAgentMessage(text);
    if (parsed === undefined) return;
    if (parsed.type === "hello") await this.#greet(connection, parsed);
    else if (connection.state?.fence !== this.#agents.fence()) connection.close(closeCodes.fenced);
    else if (parsed.type === "authorize") {
      const isAllowed = await this.#credentials.admits(parsed.mount, parsed.password, Date.now());
      send(connection, { type: "authorized", id: parsed.id, isAllowed });
    } else await this.#receive(connection, parsed);
  }

  override onAlarm(): Promise<void> {
    return this.#due.runDue(Date.now(), async (name) => {
      const now = Date.now();
      if (name === outboxDue) await this.#outbox.drain(this.env.DB);
      if (name === "lease" && now - this.#agents.heardAt() >= leaseMs)
        await this.#act(this.#intake.endLease(now));
      if (name === "lease" && now - this.#agents.heardAt() < leaseMs) await this.#holdLease();
      if (name === "titles") await this.#act(this.#intake.releaseTitles(now));
      if (name === "announce") await this.#retell();
      if (name === checksDue) await this.#checks.endDue(now);
      if (name === "sweep") {
        this.#ledger.sweep(now);
        this.#checks.sweep(now);
      }
    });
  }

  // Called by rooms.

  async watch(room: RoomPath, performerIds: string[]): Promise<StreamReport[]> {
    this.#ledger.watch(room, performerIds);
    const released = this.#ledger.claimsOf(room).filter(({ ownerId }) => !performerIds.includes(ownerId));
    for (const { stream } of released) this.#ledger.setClaim(stream, null);
    await this.#announce(released.map(({ stream }) => stream));
    return this.#ledger.streamsOf(performerIds).map((row) => this.#reportOf(row, "stage"));
  }

  async claim(room: RoomPath, stream: string, wants: boolean): Promise<StreamReport | null> {
    const row = this.#ledger.stream(stream);
    if (row === undefined || row.kind !== "performer") return null;
    const claimedBy = wants ? (row.claimedBy ?? room) : row.claimedBy === room ? null : row.claimedBy;
    if (claimedBy !== row.claimedBy) {
      this.#ledger.setClaim(stream, claimedBy);
      await this.#announce([stream]);
    }
    const claimed = this.#ledger.stream(stream);
    return claimed === undefined ? null : this.#reportOf(claimed, "stage");
  }

  async report(stream: string): Promise<StreamReport | null> {
    const row = this.#ledger.stream(stream);
    return row === undefined ? null : this.#reportOf(row, row.kind === "stage" ? "stage" : "profile");
  }

  // Called by operations.

  async isAgentConnected(): Promise<boolean> {
    return this.#agent() !== undefined && Date.now() - this.#agents.heardAt() < leaseMs;
  }

  async mountStatus(mount: string): Promise<MountStatus> {
    const row = this.#intake.mount(mount);
    const stream = row && this.#ledger.stream(row.stream);
    return toMountStatus(row, stream?.claimedBy ?? null);
  }

  async testProgress(mount: string): Promise<TestProgress> {
    return toTestProgress(this.#intake.mount(mount));
  }

  async soundCheck(...[ownerId, kind]: Parameters<Media["soundCheck"]>): Promise<number | null> {
    return this.#checks.until(ownerId, kind);
  }

  setSoundCheck(...[ownerId, kind, until]: Parameters<Media["setSoundCheck"]>): Promise<void> {
    return this.#checks.set(ownerId, kind, until, Date.now());
  }

  async standby(ownerId: string): ReturnType<Media["standby"]> {
    return this.#placements.placeOf(ownerId);
  }

  setStandby(...[ownerId, set]: Parameters<Media["setStandby"]>): ReturnType<Media["setStandby"]> {
    return this.#placements.choose(ownerId, set, Date.now());
  }

  endSet(...[ownerId, set]: Parameters<Media["endSet"]>): Promise<void> {
    return this.#placements.end(ownerId, set, Date.now());
  }

  async revoke(mount: string, reason: CutReason): Promise<void> {
    await this.#act(this.#intake.revoke(mount, reason, Date.now()));
  }

  async forgetOwner(userId: string): Promise<void> {
    for (const mount of [...this.#ledger.mountsOfPerformer(userId), ...this.#credentials.mountsOf(userId)])
      await this.#act(this.#intake.revoke(mount, "ended", Date.now()));
    this.#ledger.forgetPerformer(userId);
    this.#checks.forget(userId);
    await soundCheck(this.env, userId).erase();
  }

  async #greet(connection: AgentConnection, hello: Extract<AgentMessage, { type: "hello" }>): Promise<void> {
    const fence = this.#agents.greet(hello.start);
    if (fence === null) {
      connection.close(closeCodes.fenced);
      return;
    }
    const now = Date.now();
    warnOfSkew(hello.at, now);
    closeOthers(this.getConnections(), connection, fence);
    connection.setState({ fence });
    this.#agents.heard(now);
    await this.#holdLease();
    await this.#due.scheduleBy("sweep", now + sweepMs);
    send(connection, { type: "welcome", fence, now });
    for (const { mount, reason } of this.#ledger.cuts()) send(connection, { type: "cut", mount, reason });
    for (const { mount, stream } of this.#ledger.presentMounts()) {
      const row = this.#ledger.stream(stream);
      if (row !== undefined) send(connection, { type: "route", mount, stream, room: soundPathOf(row) });
    }
  }

  #receive(connection: AgentConnection, report: AgentReport): Promise<void> {
    if (this.#intake.isSpare(report, Date.now())) return this.#reports;
    // Started immediately: the look-ups of one report do not wait for those of the one before.
    const learned = this.#intake.learn(report, Date.now());
    this.#reports = Promise.allSettled([this.#reports, learned])
      .then(async () => {
        const now = Date.now();
        this.#agents.heard(now);
        const result = this.#intake.apply(report, now);
        send(connection, { type: "ack", seq: report.seq, now });
        await this.#holdLease();
        if (result !== null) await this.#act(result);
        if (report.type === "snapshot") warnOfSkew(report.at, now);
      })
      .catch((error: unknown) => {
        // The next snapshot makes up for a report that could not be applied.
        console.warn(JSON.stringify({ event: "report-failed", type: report.type, error: String(error) }));
      });
    return this.#reports;
  }

  /** Runs the follow-up work of a stored change. */
  async #act({ changed, levels, cuts, refused, passed, titlesDueAt }: IntakeResult): Promise<void> {
    if (titlesDueAt !== null) await this.#due.scheduleBy("titles", titlesDueAt);
    for (const cut of cuts) this.#tellAgent({ type: "cut", mount: cut.mount, reason: cut.reason });
    for (const mount of passed) {
      const statement = completeTestStatement(openDb(this.env.DB), mount, Date.now());
      await this.#outbox.enqueue(`test:${mount}`, [statement as OutboxStatement]);
    }
    for (const { stream, fact } of refused) {
      const row = this.#ledger.stream(stream);
      if (row !== undefined) this.ctx.waitUntil(tellOwners(this.env, row, fact));
    }
    for (const stream of levels) {
      const row = this.#ledger.stream(stream);
      if (row !== undefined) this.ctx.waitUntil(this.#announcer.level(row));
    }
    await this.#announce([...changed]);
  }

  /** Notifies rooms without waiting for them: one of them may be waiting for us. */
  async #announce(streams: string[]): Promise<void> {
    if (streams.length === 0) return;
    await this.#due.scheduleBy("announce", Date.now() + retellMs);
    for (const stream of streams) this.ctx.waitUntil(this.#announcer.announce(stream));
  }

  async #retell(): Promise<void> {
    const told = await Promise.all(
      this.#ledger.unannounced().map((stream) => this.#announcer.announce(stream)),
    );
    // Thrown for the due list, which retries with a growing delay.
    if (told.includes(false)) throw new Error("some rooms do not answer");
  }

  #reportOf(row: StreamRow, to: ReportReader): StreamReport {
    return this.#ledger.report(row, this.#agents.fence(), to);
  }

  #route(stream: string, room: SoundPath | null): void {
    for (const { mount, encoder, routed } of this.#ledger.mountsOf(stream)) {
      const route = `${this.#agents.fence()} ${encoder.connection} ${room}`;
      if (encoder.state === "down" || routed === route) continue;
      if (this.#tellAgent({ type: "route", mount, stream, room })) this.#ledger.setRouted(mount, route);
    }
  }

  #tellAgent(message: GatewayMessage): boolean {
    const agent = this.#agent();
    if (agent !== undefined) send(agent, message);
    return agent !== undefined;
  }

  #agent(): AgentConnection | undefined {
    const fence = this.#agents.fence();
    return [...this.getConnections<{ fence: number }>()].find(({ state }) => state?.fence === fence);
  }

  async #holdLease(): Promise<void> {
    const at = this.#agents.heardAt() + leaseMs;
    // Moved once a second at most: reports come more often than that.
    const dueAt = this.#due.dueAt("lease");
    if (dueAt === null || dueAt < at - 1_000) await this.#due.schedule("lease", at);
  }
}
