import { ulid } from "ulidx";
import { decideOnAir, type OnAir, type OnAirInput } from "#app/domains/air/stages/on-air.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import type { Memory } from "#packages/durable/memory.ts";
import { isSame } from "../../is-same.ts";
import {
  type Broadcast,
  openPerformances,
  type Previous,
  presentBroadcast,
  previousBroadcast,
  streamReports,
  wantedStreams,
} from "../memory.ts";
import { endPerformance, type OpenPerformance, performanceOf } from "./performances.ts";

/** While the number of listeners rises, its peak is stored this often, and where it has risen by more than a twentieth. */
const peakEveryMs = 10_000;

export interface StoredPeak {
  listeners: number;
  /** Epoch ms. */
  at: number;
}

/** Whether a peak is to be stored after the last one that was: few listeners always, many now and then. */
export const isNewsOfPeak = (listeners: number, stored: StoredPeak, now: number) =>
  listeners > stored.listeners * 1.05 || listeners < stored.listeners || now - stored.at >= peakEveryMs;

/** The result of a decision. */
export interface Turn {
  before: Broadcast | null;
  after: Broadcast | null;
  /** The broadcast has changed, or ended. */
  isAnother: boolean;
  /** Streams that were on air or on standby and no longer are. */
  released: string[];
  nextDecisionAt: number | null;
  soundMissedAt: number | null;
}

/** A room's data about encoders, its present decision, and the next one: all of it in storage. */
export class Air {
  readonly #memory: Memory;
  readonly #reports: Map<string, StreamReport>;
  #broadcast: Broadcast | null;
  /** The previous broadcast, which delayed listeners may still hear. */
  #previous: Previous | null;
  #wanted: Set<string>;
  #peakStored: StoredPeak = { listeners: 0, at: 0 };

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#broadcast = memory.get(presentBroadcast);
    this.#previous = memory.get(previousBroadcast);
    this.#wanted = new Set(memory.get(wantedStreams));
    this.#reports = new Map(memory.get(streamReports));
  }

  get broadcast(): Broadcast | null {
    return this.#broadcast;
  }

  /** The one before the broadcast on air, or before the room went off the air. */
  get previous(): Previous | null {
    return this.#previous;
  }

  /** End of the last broadcast, epoch ms; undefined before the first and during one. */
  get endedAt(): number | undefined {
    return this.#broadcast === null ? this.#previous?.endedAt : undefined;
  }

  /** The broadcast that is heard at this moment of the sound: right after a handover or an end, the previous one. */
  heardAt(mediaAt: number): Broadcast | null {
    const previous = this.#previous;
    const isBehind = this.#broadcast === null || mediaAt < this.#broadcast.startedAt;
    return isBehind && previous !== null && mediaAt < previous.endedAt ? previous.broadcast : this.#broadcast;
  }

  wants(stream: string): boolean {
    return this.#wanted.has(stream);
  }

  report(stream: string): StreamReport | undefined {
    return this.#reports.get(stream);
  }

  get reports(): StreamReport[] {
    return [...this.#reports.values()];
  }

  /** Returns false for an outdated report, which changes nothing. */
  take(report: StreamReport): boolean {
    const known = this.#reports.get(report.stream);
    const isOld =
      known !== undefined &&
      (report.fence < known.fence || (report.fence === known.fence && report.version < known.version));
    if (isOld) return false;
    this.#reports.set(report.stream, report);
    // After an eviction the next level follows within a second.
    if (known === undefined || !isOnlyLevel(known, report)) this.#storeReports();
    return true;
  }

  /** Records the claim that the gateway is about to store, because this room has just returned it. */
  noteClaim(stream: string, claimedBy: StreamReport["claimedBy"]): void {
    const report = this.#reports.get(stream);
    if (report === undefined || report.claimedBy === claimedBy) return;
    this.#reports.set(stream, { ...report, claimedBy });
    this.#storeReports();
  }

  /** Forgets streams that this room no longer asks about. */
  keepReports(isKept: (report: StreamReport) => boolean): void {
    const before = this.#reports.size;
    for (const report of this.#reports.values()) if (!isKept(report)) this.#reports.delete(report.stream);
    if (this.#reports.size !== before) this.#storeReports();
  }

  /** Called once this performer is off the air: what was on before must not be credited to them either. */
  forgetPrevious(userId: string): void {
    const performances = this.#memory.get(openPerformances);
    this.#memory.set(
      openPerformances,
      performances.filter(({ performerId }) => performerId !== userId),
    );
    if (this.#previous?.broadcast.onAir.performerId === userId) this.#storePrevious(null);
  }

  decide(input: Omit<OnAirInput, "streams" | "current">): Turn {
    const before = this.#broadcast;
    const decision = decideOnAir({ ...input, streams: this.reports, current: before?.onAir ?? null });
    const isAnother = !isSameBroadcast(before?.onAir, decision.onAir);
    const performances = this.#memory.get(openPerformances);
    const after = nextBroadcast(before, decision.onAir, isAnother, input.now, performances);
    if (isAnother && before !== null) {
      this.#storePrevious({ broadcast: before, endedAt: input.now });
      this.#memory.set(openPerformances, endPerformance(performances, { ...before, endedAt: input.now }));
    }
    const wanted = new Set(decision.standby);
    if (after !== null) wanted.add(after.onAir.stream);
    const released = [...this.#wanted].filter((stream) => !wanted.has(stream));
    if (JSON.stringify(after) !== JSON.stringify(before)) this.#storeBroadcast(after);
    if (released.length > 0 || wanted.size !== this.#wanted.size)
      this.#memory.set(wantedStreams, [...wanted]);
    this.#wanted = wanted;
    return {
      before,
      after,
      isAnother,
      released,
      nextDecisionAt: decision.nextDecisionAt,
      soundMissedAt: decision.soundMissedAt,
    };
  }

  /** Notes the highest number of simultaneous listeners; while it rises it is stored now and then. */
  notePeak(listeners: number): void {
    if (this.#broadcast === null || listeners <= this.#broadcast.peakListeners) return;
    this.#broadcast = { ...this.#broadcast, peakListeners: listeners };
    const now = Date.now();
    if (!isNewsOfPeak(listeners, this.#peakStored, now)) return;
    this.#peakStored = { listeners, at: now };
    this.#storeBroadcast(this.#broadcast);
  }

  /** Notes how many have listened for a while; stored with the peak, or when the broadcast ends. */
  noteSteady(listeners: number): void {
    if (this.#broadcast === null || listeners <= this.#broadcast.steadyPeak) return;
    this.#broadcast = { ...this.#broadcast, steadyPeak: listeners };
  }

  #storeBroadcast(broadcast: Broadcast | null): void {
    this.#broadcast = broadcast;
    this.#memory.set(presentBroadcast, broadcast);
  }

  #storePrevious(previous: Previous | null): void {
    this.#previous = previous;
    this.#memory.set(previousBroadcast, previous);
  }

  #storeReports(): void {
    this.#memory.set(streamReports, [...this.#reports]);
  }
}

/** Whether only the level has changed since. */
function isOnlyLevel(known: StreamReport, report: StreamReport): boolean {
  const { level, version } = known;
  return isSame({ ...report, level, version }, known);
}

/**
 * Whether the same stream continues the same broadcast: it does not for the next set, or for the next performer of an
 * on-demand stage.
 */
function isSameBroadcast(a: OnAir | null | undefined, b: OnAir | null): boolean {
  return a?.stream === b?.stream && a?.setId === b?.setId && a?.performerId === b?.performerId;
}

function nextBroadcast(
  before: Broadcast | null,
  onAir: OnAir | null,
  isAnother: boolean,
  now: number,
  performances: readonly OpenPerformance[],
): Broadcast | null {
  if (onAir === null) return null;
  if (before !== null && !isAnother) return { ...before, onAir };
  const begun = { id: ulid(now), startedAt: now, peakListeners: 0, steadyPeak: 0, onAir };
  return { ...begun, performance: performanceOf(begun, performances) };
}
