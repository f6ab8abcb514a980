/** A copy of Cue without demo whose usage is read while scenarios run, each alone. */
import { setTimeout as sleep } from "node:timers/promises";
import { scaleUsage, subtractUsage, type Usage } from "#packages/usage-meter/usage.ts";
import { CueInstance, type NewStage } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { costOf } from "#tests/fixtures/processes.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";

interface Snapshot {
  at: number;
  total: Usage;
  statements: Record<string, number>;
}

export interface Measured {
  /** Usage of an hour, without that of the idle copy. */
  usage: Usage;
  /** Share of a core that the runtime used. */
  cores: number;
  /** Rows written in an hour, by class and statement, the most first. */
  statements: [statement: string, rows: number][];
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
    const runtime = (await this.cue.processes("workerd")).map(({ pid }) => pid);
    const [before, costBefore] = [await this.#read(), await costOf(runtime)];
    await sleep(this.#windowMs);
    const [after, costAfter] = [await this.#read(), await costOf(runtime)];
    const ms = after.at - before.at;
    const hourly = scaleUsage(subtractUsage(after.total, before.total), hourMs / ms);
    this.#idle ??= hourly;
    const statements = Object.entries(after.statements)
      .map(([name, rows]): [string, number] => [
        name,
        ((rows - (before.statements[name] ?? 0)) * hourMs) / ms,
      ])
      .filter(([, rows]) => rows > 0)
      .toSorted(([, a], [, b]) => b - a);
    return {
      usage: hourly === this.#idle ? hourly : subtractUsage(hourly, this.#idle),
      cores: (costAfter.cpuMs - costBefore.cpuMs) / ms,
      statements,
    };
  }

  close(): Promise<void> {
    return this.cue.stop();
  }

  async #read(): Promise<Snapshot> {
    const response = await fetch(`${this.cue.origin}/dev/usage.json`);
    return (await response.json()) as Snapshot;
  }
}
