import type { AgentMessage, EncoderReport, Fact } from "#app/domains/air/media/contract/control.ts";
import type { EncoderRecord } from "#app/domains/air/media/encoder-record.ts";
import { decideTestProgress, toTestLevel } from "#app/domains/air/media/rules-test-progress.ts";
import type { AgentOrder } from "./agent-order.ts";
import type { CredentialBook } from "./credentials.ts";
import {
  applyFact,
  applyLeaseEnd,
  applyRefusal,
  applySnapshot,
  differsOnlyInLevel,
  differsOnlyInTitleOrLevel,
  maxSkewMs,
  trustStamp,
  withoutStamps,
} from "./encoder.ts";
import type { Cut, Ledger, MountRow } from "./ledger.ts";
import { afterTitle, nextTitleAt, type TitleBudget } from "./title-budget.ts";

export type AgentReport = Extract<AgentMessage, { type: "facts" | "snapshot" }>;
type RefusedFact = Extract<Fact, { type: "refused" }>;

/** The follow-up work of an agent's report, once it is stored. */
export interface IntakeResult {
  /** Streams that rooms must be notified of. */
  changed: Set<string>;
  /** Streams of which only the level is new. */
  levels: Set<string>;
  /** Sources that must be ended. */
  cuts: Pick<Cut, "mount" | "reason">[];
  refused: { stream: string; fact: RefusedFact }[];
  /** Test mounts on which a test was just passed. */
  passed: string[];
  /** Time when the first waiting title is to be released (`releaseTitles`), or null. */
  titlesDueAt: number | null;
}

/** More messages with facts than an agent with 200 encoders sends in a second. */
const maxReportsASecond = 100;
/** Levels arrive twice a second from every encoder: they are passed on this often. */
const levelMs = 1_000;
/** A mount that was not found is not looked up again within this time. */
const unfoundMs = 5_000;
/** A source that was to be cut and is not in the snapshot any more has ended. */
const cutKeptMs = 60_000;

/** Applies the agent's reports to the ledger: each once, in order, and only for mounts that exist. */
export class Intake {
  readonly #agents: AgentOrder;
  readonly #ledger: Ledger;
  readonly #credentials: CredentialBook;
  /** Values newer than the ledger: titles that wait to be released, which may be lost with the object. */
  readonly #fresh = new Map<string, Pick<MountRow, "encoder" | "test">>();
  readonly #leveledAt = new Map<string, number>();
  /** Time until which the newest title of a mount waits in memory; if it is lost, the next snapshot has it. */
  readonly #heldUntil = new Map<string, number>();
  readonly #titleBudgets = new Map<string, TitleBudget>();
  /** Messages with facts in the present second of the clock. */
  #second = { at: 0, reports: 0 };
  readonly #unfoundUntil = new Map<string, number>();

  constructor(agents: AgentOrder, ledger: Ledger, credentials: CredentialBook) {
    this.#agents = agents;
    this.#ledger = ledger;
    this.#credentials = credentials;
  }

  /** The mount with its newest level, or undefined where no encoder was ever connected to it. */
  mount(mount: string): MountRow | undefined {
    const row = this.#ledger.mount(mount);
    return row === undefined ? undefined : { ...row, ...this.#fresh.get(mount) };
  }

  /**
   * Whether a report may be dropped: when there are too many in a second, those with only titles, levels and what the
   * ear hears, which the next snapshot contains too. Reports that decide who is on air are always taken.
   */
  isSpare(report: AgentReport, now: number): boolean {
    if (report.type === "snapshot") return false;
    const at = Math.floor(now / 1_000);
    if (at !== this.#second.at) this.#second = { at, reports: 0 };
    this.#second.reports += 1;
    if (this.#second.reports === maxReportsASecond + 1)
      console.warn(JSON.stringify({ event: "agent-too-many-reports", max: maxReportsASecond }));
    return (
      this.#second.reports > maxReportsASecond &&
      report.facts.every(({ type }) => type === "title" || type === "level" || type === "heard")
    );
  }

  /**
   * Adds the mounts of a report to the ledger; the one step that may wait for D1. The owner of a mount does not change,
   * so the data read when the encoder was admitted is still valid.
   */
  async learn(report: AgentReport, now: number): Promise<void> {
    const mounts = new Set(
      (report.type === "facts" ? report.facts : report.mounts).map(({ mount }) => mount),
    );
    await Promise.all(
      Array.from(mounts, async (mount) => {
        if (this.#ledger.mount(mount) !== undefined || (this.#unfoundUntil.get(mount) ?? 0) > now) return;
        const credential = this.#credentials.cached(mount) ?? (await this.#credentials.find(mount));
        if (credential === undefined) this.#unfoundUntil.set(mount, now + unfoundMs);
        else if (this.#ledger.mount(mount) === undefined) this.#ledger.register(credential, now);
      }),
    );
    for (const [mount, until] of this.#unfoundUntil) if (until <= now) this.#unfoundUntil.delete(mount);
  }

  /** Applies everything in one storage step; null: the report is old, or from an older agent. */
  apply(report: AgentReport, now: number): IntakeResult | null {
    if (!this.#agents.accept(report.fence, report.seq)) return null;
    const result = nothingNew();
    if (report.type === "facts")
      for (const fact of report.facts) {
        const at = trustStamp(fact.at, now);
        // A line has more times than this one: without a clock, it says nothing.
        if (fact.type !== "heard" || at === fact.at) this.#applyFact({ ...fact, at }, now, result);
      }
    else this.#applySnapshot(report, now, result);
    if (result.changed.size > 0) this.#agents.keepSeq();
    return result;
  }

  /** Releases titles that have waited long enough: the last one of each mount becomes its title. */
  releaseTitles(now: number): IntakeResult {
    const result = nothingNew();
    for (const [mount, until] of this.#heldUntil) {
      const row = this.mount(mount);
      if (row === undefined) this.#heldUntil.delete(mount);
      else if (until > now) result.titlesDueAt = earliest(result.titlesDueAt, until);
      else this.#update(row, { ...row.encoder }, now, result);
    }
    return result;
  }

  /** The agent was silent for too long: connections that were up are unknown now. */
  endLease(now: number): IntakeResult {
    const result = nothingNew();
    for (const { mount } of this.#ledger.presentMounts()) {
      const row = this.mount(mount);
      if (row !== undefined) this.#update(row, applyLeaseEnd(row.encoder), now, result);
    }
    return result;
  }

  /** The mount's credential is no longer valid: for rooms, its connection has ended. */
  revoke(mount: string, reason: Cut["reason"], now: number): IntakeResult {
    const result = nothingNew();
    const row = this.mount(mount);
    const connection = row === undefined || row.encoder.state === "down" ? null : row.encoder.connection;
    this.#credentials.revoke(mount);
    this.#ledger.cut(mount, reason, connection, now);
    this.#unfoundUntil.delete(mount);
    if (row !== undefined) this.#update(row, applySnapshot(row.encoder, undefined, now), now, result);
    result.cuts.push({ mount, reason });
    return result;
  }

  #applyFact(fact: Fact, now: number, result: IntakeResult): void {
    const row = this.mount(fact.mount);
    if (row === undefined) return;
    if (fact.type === "refused") {
      result.refused.push({ stream: row.stream, fact });
      const refused = applyRefusal(row.encoder, fact);
      // Rooms are not notified, because nothing has changed for them.
      if (refused !== row.encoder) this.#ledger.saveMount({ ...row, encoder: refused }, now);
      return;
    }
    const cut = this.#ledger.cutOf(fact.mount);
    if (cut !== undefined) {
      const isAdmittedSince = fact.type === "connected" && isAfter(cut, fact.connection, fact.at);
      if (!isAdmittedSince) return;
      this.#ledger.removeCut(fact.mount);
    }
    const encoder = applyFact(row.encoder, fact);
    const isHeard = fact.type === "level" && encoder !== row.encoder;
    this.#update(row, encoder, now, result, isHeard ? toTestLevel(fact.level.rmsDb) : undefined);
  }

  #applySnapshot(
    report: Extract<AgentReport, { type: "snapshot" }>,
    now: number,
    result: IntakeResult,
  ): void {
    const at = trustStamp(report.at, now);
    const isSkewed = Math.abs(report.at - now) > maxSkewMs;
    const seen = new Map<string, EncoderReport>(report.mounts.map((state) => [state.mount, state]));
    for (const cut of this.#ledger.cuts()) {
      const state = seen.get(cut.mount);
      if (state === undefined) {
        if (cut.at < now - cutKeptMs) this.#ledger.removeCut(cut.mount);
      } else if (!isSkewed && isAfter(cut, state.connection, state.connectedAt)) {
        this.#ledger.removeCut(cut.mount);
      } else {
        seen.delete(cut.mount);
        result.cuts.push(cut);
      }
    }
    const mounts = new Set([...this.#ledger.presentMounts().map(({ mount }) => mount), ...seen.keys()]);
    for (const mount of mounts) {
      const row = this.mount(mount);
      if (row === undefined) continue;
      const state = seen.get(mount);
      const told = state !== undefined && isSkewed ? withoutStamps(state, row.encoder, now) : state;
      this.#update(row, applySnapshot(row.encoder, told, at), now, result);
      const isOver = row.expiresAt !== null && row.expiresAt <= now;
      if (state !== undefined && isOver) result.cuts.push({ mount, reason: "ended" });
    }
  }

  #update(row: MountRow, encoder: EncoderRecord, now: number, result: IntakeResult, heard?: number): void {
    if (encoder === row.encoder && heard === undefined) return;
    const test = nextTest(row, encoder, heard);
    const wasHeld = this.#heldUntil.has(row.mount);
    const isSameTest = test.status === row.test.status;
    if (isSameTest && differsOnlyInTitleOrLevel(row.encoder, encoder)) {
      const until = nextTitleAt(this.#titleBudgets.get(row.mount));
      const isTitled = wasHeld || encoder.title !== row.encoder.title;
      if (isTitled && now < until) {
        this.#fresh.set(row.mount, { encoder, test });
        this.#heldUntil.set(row.mount, until);
        if (!wasHeld) result.titlesDueAt = earliest(result.titlesDueAt, until);
        return;
      }
    }
    if (wasHeld || encoder.title !== row.encoder.title)
      this.#titleBudgets.set(row.mount, afterTitle(this.#titleBudgets.get(row.mount), now));
    this.#heldUntil.delete(row.mount);
    this.#fresh.delete(row.mount);
    const isLevel = !wasHeld && differsOnlyInLevel(row.encoder, encoder) && isSameTest;
    if (isLevel) {
      this.#ledger.setLevel({ ...row, encoder, test });
      if (now - (this.#leveledAt.get(row.mount) ?? 0) < levelMs) return;
      this.#leveledAt.set(row.mount, now);
      result.levels.add(row.stream);
      return;
    }
    this.#ledger.saveMount({ ...row, encoder, test }, now);
    if (test.status === "completed" && row.test.status !== "completed") result.passed.push(row.mount);
    this.#ledger.markChanged(row.stream);
    result.changed.add(row.stream);
  }
}

/** The progress of the stream test after this change; `heard` is the level, where one was reported. */
function nextTest(row: MountRow, encoder: EncoderRecord, heard: number | undefined): MountRow["test"] {
  const wasThere = row.encoder.state !== "down";
  const isThere = encoder.state !== "down";
  const isOther = encoder.connection !== row.encoder.connection;
  let test = row.test;
  if (wasThere && (!isThere || isOther)) test = decideTestProgress(test, { type: "disconnected" });
  if (isThere && (!wasThere || isOther)) test = decideTestProgress(test, { type: "connected" });
  return heard === undefined ? test : decideTestProgress(test, { type: "level", level: heard });
}

/** A connection that was admitted after the cut, with what is good now. */
function isAfter(cut: Cut, connection: string, connectedAt: number): boolean {
  return connection !== cut.connection && connectedAt > cut.at;
}

const earliest = (a: number | null, b: number) => (a === null ? b : Math.min(a, b));

function nothingNew(): IntakeResult {
  return { changed: new Set(), levels: new Set(), cuts: [], refused: [], passed: [], titlesDueAt: null };
}
