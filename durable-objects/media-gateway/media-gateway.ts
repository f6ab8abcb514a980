import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { Media, MountStatus } from "#app/context.ts";
import { type AgentMessage, closeCodes, leaseMs } from "#app/domains/air/media/contract/control.ts";
import type { FetchRequest, FetchResult } from "#app/domains/air/media/contract/fetch.ts";
import { completeTestStatement } from "#app/domains/air/media/queries/ingest.ts";
import type { TestProgress } from "#app/domains/air/media/rules-test-progress.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { openDb } from "#db/client.ts";
import type { WhenDue } from "#packages/durable/due-list.ts";
import { erased } from "#packages/durable/erase-object.ts";
import { type OutboxStatement, outboxDue } from "#packages/durable/outbox.ts";
import { answerPings, readTextFrame } from "#packages/durable/sockets.ts";
import { agentHeader, type GatewayRpc } from "../contract.ts";
import { soundCheck } from "../stubs.ts";
import { AgentFetches } from "./agent-fetches.ts";
import { AgentLine } from "./agent-line.ts";
import {
  type AgentConnection,
  type AgentState,
  closeOthers,
  parseAgentMessage,
  send,
  warnOfSkew,
} from "./agent-messages.ts";
import { Announcer, announceDue, soundPathOf } from "./announcer.ts";
import { GatewayCore } from "./core.ts";
import { CredentialBook } from "./credentials.ts";
import { EarProbe } from "./ear-probe.ts";
import { HotSets, hotSetsDue } from "./hot-sets.ts";
import { type AgentReport, Intake, type IntakeResult } from "./intake.ts";
import type { CutReason } from "./ledger.ts";
import { toMountStatus, toTestProgress } from "./mount-status.ts";
import { notifyOwners } from "./notices.ts";
import { Placements } from "./placements.ts";
import { checksDue, SoundChecks } from "./sound-checks.ts";

/** A snapshot of 200 mounts is about 180 kB. */
const maxAgentFrameBytes = 512 * 1024;
const sweepMs = 3_600_000;

/**
 * The one object that the agent talks to: which encoders are connected, whether they may be, which rooms are notified.
 */
export class MediaGateway extends Server<Env> implements GatewayRpc, Media {
  static override options = { hibernate: true };

  readonly #core: GatewayCore;
  readonly #credentials: CredentialBook;
  readonly #intake: Intake;
  readonly #line: AgentLine;
  readonly #fetches: AgentFetches;
  readonly #hotSets: HotSets;
  readonly #probe: EarProbe;
  readonly #placements: Placements;
  readonly #announcer: Announcer;
  readonly #checks: SoundChecks;
  /** Reports are applied one after the other, though one may wait for D1. */
  #reports: Promise<void> = Promise.resolve();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    const core = new GatewayCore(ctx, env);
    const line = new AgentLine(core, () => this.getConnections<AgentState>());
    const placements = new Placements(core);
    this.#core = core;
    this.#credentials = new CredentialBook(ctx.storage, env.DB);
    this.#intake = new Intake(core.agents, core.ledger, this.#credentials);
    this.#line = line;
    this.#fetches = new AgentFetches(line);
    this.#hotSets = new HotSets(core, line);
    this.#probe = new EarProbe(line);
    this.#placements = placements;
    this.#announcer = new Announcer(core, { line, placements });
    this.#checks = new SoundChecks(core, this.#announcer);
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
    else if (connection.state?.fence !== this.#core.agents.fence()) connection.close(closeCodes.fenced);
    else if (parsed.type === "authorize") {
      const isAllowed = await this.#credentials.admits(parsed.mount, parsed.password, Date.now());
      send(connection, { type: "authorized", id: parsed.id, isAllowed });
    } else if (parsed.type === "fetched" || parsed.type === "unfetched") this.#fetches.settle(parsed);
    else if (parsed.type === "probed") this.#probe.settle(parsed);
    else await this.#receive(connection, parsed);
  }

  override onAlarm(): Promise<void> {
    return this.#core.due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = {
    [outboxDue]: () => this.#core.outbox.drain(this.env.DB),
    lease: () => this.#endLease(Date.now()),
    titles: () => this.#act(this.#intake.releaseTitles(Date.now())),
    [announceDue]: () => this.#announcer.announceAgain(),
    [hotSetsDue]: () => this.#hotSets.choose(Date.now()),
    [checksDue]: () => this.#checks.endDue(Date.now()),
    sweep: () => {
      this.#core.ledger.sweep(Date.now());
      this.#checks.sweep(Date.now());
    },
  };

  // Called by rooms.

  async watch(room: RoomPath, performerIds: string[]): Promise<StreamReport[]> {
    this.#core.ledger.watch(room, performerIds);
    const released = this.#core.ledger
      .claimsOf(room)
      .filter(({ ownerId }) => !performerIds.includes(ownerId));
    for (const { stream } of released) this.#core.ledger.setClaim(stream, null);
    await this.#announcer.announceAll(released.map(({ stream }) => stream));
    await this.#hotSets.noteStreams(this.#core.ledger.streamsOf(performerIds).map(({ stream }) => stream));
    return this.#core.ledger.streamsOf(performerIds).map((row) => this.#core.reportOf(row, "stage"));
  }

  async claim(room: RoomPath, stream: string, wants: boolean): Promise<StreamReport | null> {
    const row = this.#core.ledger.stream(stream);
    if (row === undefined || row.kind !== "performer") return null;
    const claimedBy = wants ? (row.claimedBy ?? room) : row.claimedBy === room ? null : row.claimedBy;
    if (claimedBy !== row.claimedBy) {
      this.#core.ledger.setClaim(stream, claimedBy);
      await this.#announcer.announceAll([stream]);
    }
    const claimed = this.#core.ledger.stream(stream);
    return claimed === undefined ? null : this.#core.reportOf(claimed, "stage");
  }

  async report(stream: string): Promise<StreamReport | null> {
    const row = this.#core.ledger.stream(stream);
    return row === undefined ? null : this.#core.reportOf(row, row.kind === "stage" ? "stage" : "profile");
  }

  // Called by what sends to other services.

  fetchElsewhere(request: Omit<FetchRequest, "type" | "id">): Promise<FetchResult | null> {
    return this.#fetches.fetch(request);
  }

  // Called by operations.

  async isAgentConnected(): Promise<boolean> {
    return this.#line.isOpen && Date.now() - this.#core.agents.heardAt() < leaseMs;
  }

  isEarWorking(): Promise<boolean> {
    return this.#probe.isWorking(Date.now());
  }

  async mountStatus(mount: string): Promise<MountStatus> {
    const row = this.#intake.mount(mount);
    const stream = row && this.#core.ledger.stream(row.stream);
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

  async setStandby(...[ownerId, choice]: Parameters<Media["setStandby"]>): ReturnType<Media["setStandby"]> {
    const { outcome, changed } = this.#placements.choose(ownerId, choice, Date.now());
    await this.#announcer.announceAll(changed);
    return outcome;
  }

  async setProfileOnConnect(...[ownerId, isOn]: Parameters<Media["setProfileOnConnect"]>): Promise<void> {
    this.#credentials.setKeptOffProfile(ownerId, !isOn);
  }

  async endSet(...[ownerId, set]: Parameters<Media["endSet"]>): Promise<void> {
    await this.#announcer.announceAll(this.#placements.end(ownerId, set, Date.now()));
  }

  async adoptTest(mount: string): Promise<void> {
    const now = Date.now();
    const credential = await this.#credentials.find(mount);
    if (credential?.kind !== "performer") return;
    this.#core.ledger.register(credential, now);
    await this.#announcer.announceAll(this.#placements.end(credential.ownerId, null, now));
  }

  async revoke(mount: string, reason: CutReason): Promise<void> {
    await this.#act(this.#intake.revoke(mount, reason, Date.now()));
  }

  async forgetOwner(userId: string): Promise<void> {
    for (const mount of [
      ...this.#core.ledger.mountsOfPerformer(userId),
      ...this.#credentials.mountsOf(userId),
    ])
      await this.#act(this.#intake.revoke(mount, "ended", Date.now()));
    this.#core.ledger.forgetPerformer(userId);
    this.#checks.forget(userId);
    await erased(soundCheck(this.env, userId).erase());
  }

  async #greet(connection: AgentConnection, hello: Extract<AgentMessage, { type: "hello" }>): Promise<void> {
    const fence = this.#core.agents.greet(hello.start);
    if (fence === null) {
      connection.close(closeCodes.fenced);
      return;
    }
    const now = Date.now();
    warnOfSkew(hello.at, now);
    closeOthers(this.getConnections(), connection, fence);
    connection.setState({ fence, offers: hello.offers ?? [] });
    this.#core.agents.heard(now);
    await this.#holdLease();
    await this.#core.due.scheduleBy("sweep", now + sweepMs);
    send(connection, { type: "welcome", fence, now });
    for (const { mount, reason } of this.#core.ledger.cuts())
      send(connection, { type: "cut", mount, reason });
    for (const { mount, stream } of this.#core.ledger.presentMounts()) {
      const row = this.#core.ledger.stream(stream);
      if (row !== undefined) send(connection, { type: "route", mount, stream, room: soundPathOf(row) });
    }
    await this.#hotSets.chooseSoon();
    this.#probe.begin();
  }

  #receive(connection: AgentConnection, report: AgentReport): Promise<void> {
    if (this.#intake.isSpare(report, Date.now())) return this.#reports;
    // Started immediately: the look-ups of one report do not wait for those of the one before.
    const learned = this.#intake.learn(report, Date.now());
    this.#reports = Promise.allSettled([this.#reports, learned])
      .then(async () => {
        const now = Date.now();
        this.#core.agents.heard(now);
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
    if (titlesDueAt !== null) await this.#core.due.scheduleBy("titles", titlesDueAt);
    for (const cut of cuts) this.#line.send({ type: "cut", mount: cut.mount, reason: cut.reason });
    for (const mount of passed) {
      const statement = completeTestStatement(openDb(this.env.DB), mount, Date.now());
      await this.#core.outbox.enqueue(`test:${mount}`, [statement as OutboxStatement]);
    }
    for (const { stream, fact } of refused) {
      const row = this.#core.ledger.stream(stream);
      if (row !== undefined) this.ctx.waitUntil(notifyOwners(this.env, row, fact));
    }
    for (const stream of levels) {
      const row = this.#core.ledger.stream(stream);
      if (row !== undefined) this.ctx.waitUntil(this.#announcer.level(row));
    }
    await this.#announcer.announceAll([...changed]);
    await this.#hotSets.noteStreams(changed);
  }

  /** Ends the lease; where the agent was heard in the meantime, it goes on. */
  async #endLease(now: number): Promise<void> {
    if (now - this.#core.agents.heardAt() < leaseMs) await this.#holdLease();
    else await this.#act(this.#intake.endLease(now));
  }

  /** Waits for the end of the lease; without an encoder there is nothing that it would change. */
  async #holdLease(): Promise<void> {
    if (this.#core.ledger.presentMounts().length === 0) return this.#core.due.cancel("lease");
    await this.#core.due.postpone("lease", this.#core.agents.heardAt() + leaseMs);
  }
}
