/** A copy of Cue without demo whose usage is read while scenarios run, each alone. */
import { setTimeout as sleep } from "node:timers/promises";
import { noUsage, scaleUsage, subtractUsage, type Usage } from "#packages/usage-meter/usage.ts";
import { CueInstance, type NewStage } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { costOf } from "#tests/fixtures/processes.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";

interface Snapshot {
  at: number;
  total: Usage;
  /** Counts by the name of a class, or `worker`. */
  classes: Record<string, Usage>;
  statements: Record<string, number>;
}

export interface Measured {
  /** The unit of `usage`: an hour, or one act (a tip, a booking). */
  per: "hour" | "act";
  /** Usage without that of the idle copy. */
  usage: Usage;
  /** The part of `usage` that the recording has: the objects of the class `Tape`. */
  recording: Usage;
  /** Share of a core that the runtime used; null of an act. */
  cores: number | null;
  /** Rows written, by class and statement, the most first, with those of the idle copy. */
  statements: [statement: string, rows: number][];
}

/** Counts between two moments. */
interface Elapsed {
  ms: number;
  total: Usage;
  recording: Usage;
  statements: [statement: string, rows: number][];
  cpuMs: number;
}

/** Time until what a start writes is written. */
const settleMs = 12_000;
const hourMs = 3_600_000;

export class CostStand {
  readonly cue: CueInstance;
  readonly manager: Person;
  readonly #windowMs: number;
  #idle: Usage | undefined;
  #stages = 0;

  private constructor(cue: CueInstance, manager: Person, windowMs: number) {
    this.cue = cue;
    this.manager = manager;
    this.#windowMs = windowMs;
  }

  static async open(windowMs: number): Promise<CostStand> {
    const cue = await CueInstance.start();
    const manager = await Person.register(cue.origin, "Manager");
    await cue.admin("make-manager", manager.username);
    return new CostStand(cue, manager, windowMs);
  }

  /** Puts a new stage on air, from a real encoder. */
  async putOnAir(): Promise<{ stage: NewStage; encoder: Encoder }> {
    const name = `Stage ${++this.#stages}`;
    const stage = await this.cue.createStage({ name, manager: this.manager.username, isOnDemand: true });
    const encoder = await Encoder.start({ ...stage, port: this.cue.ingestPort, format: "mp3", track: 0 });
    return { stage, encoder };
  }

  /** Measures for one window, after everything has settled. The first measurement must be that of the idle copy. */
  async measure(): Promise<Measured> {
    await sleep(settleMs);
    const { ms, total, recording, statements, cpuMs } = await this.#during(() => sleep(this.#windowMs));
    const perHour = hourMs / ms;
    const hourly = scaleUsage(total, perHour);
    this.#idle ??= hourly;
    return {
      per: "hour",
      usage: hourly === this.#idle ? hourly : subtractUsage(hourly, this.#idle),
      recording: scaleUsage(recording, perHour),
      cores: cpuMs / ms,
      statements: scaleRows(statements, perHour),
    };
  }

  /**
   * Measures so many acts, one after the other, and what they leave to be done, without that of a window in which
   * nothing is done.
   */
  async measureActs(acts: number, act: (place: number) => Promise<void>): Promise<Measured> {
    await sleep(settleMs);
    const nothing = await this.#during(() => sleep(this.#windowMs));
    const all = await this.#during(async () => {
      for (let place = 0; place < acts; place++) await act(place);
      await sleep(settleMs);
    });
    const share = all.ms / nothing.ms;
    return {
      per: "act",
      usage: scaleUsage(subtractUsage(all.total, scaleUsage(nothing.total, share)), 1 / acts),
      recording: noUsage,
      cores: null,
      statements: scaleRows(all.statements, 1 / acts),
    };
  }

  close(): Promise<void> {
    return this.cue.stop();
  }

  async #during(work: () => Promise<unknown>): Promise<Elapsed> {
    const runtime = (await this.cue.processes("workerd")).map(({ pid }) => pid);
    const [before, costBefore] = [await this.#read(), await costOf(runtime)];
    await work();
    const [after, costAfter] = [await this.#read(), await costOf(runtime)];
    const tapes = ({ classes }: Snapshot) => classes.Tape ?? noUsage;
    return {
      ms: after.at - before.at,
      total: subtractUsage(after.total, before.total),
      recording: subtractUsage(tapes(after), tapes(before)),
      statements: Object.entries(after.statements).map(([name, rows]) => [
        name,
        rows - (before.statements[name] ?? 0),
      ]),
      cpuMs: costAfter.cpuMs - costBefore.cpuMs,
    };
  }

  async #read(): Promise<Snapshot> {
    const response = await fetch(`${this.cue.origin}/dev/usage.json`);
    return (await response.json()) as Snapshot;
  }
}

const scaleRows = (statements: Elapsed["statements"], factor: number): Measured["statements"] =>
  statements
    .map(([name, rows]): [string, number] => [name, rows * factor])
    .filter(([, rows]) => rows > 0)
    .toSorted(([, a], [, b]) => b - a);
