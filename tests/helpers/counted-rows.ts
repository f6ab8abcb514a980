/** Counts what objects and the database write. */
import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";
import { expectedUsage, type UsageScenario } from "#durable-objects/expected-usage.ts";
import { meterDatabase } from "#packages/usage-meter/database.ts";
import { compareRows } from "#packages/usage-meter/expectation.ts";
import { meterStorage } from "#packages/usage-meter/storage.ts";
import { noUsage } from "#packages/usage-meter/usage.ts";
import { untilWritten } from "./alarms.ts";

interface Runs {
  ctx: DurableObjectState;
  env: Env;
}

/** The rows that these objects write from now on, and those of D1 that they and the Worker write. */
export class CountedRows {
  readonly #stubs: DurableObjectStub[] = [];
  readonly #usage = { ...noUsage };
  readonly #databases = new Set<D1Database>();
  /** `insert into chat: 2` */
  readonly statements: string[] = [];

  static async of(...stubs: DurableObjectStub[]): Promise<CountedRows> {
    await untilWritten(...stubs);
    const counted = new CountedRows();
    counted.#countDatabase(env.DB);
    for (const stub of stubs) await counted.add(stub);
    return counted;
  }

  /** Counts an object that has come into being later. */
  async add(stub: DurableObjectStub): Promise<void> {
    this.#stubs.push(stub);
    await runInDurableObject(stub, (instance) => {
      const { ctx, env: own } = instance as unknown as Runs;
      meterStorage(ctx, this.#usage, this.#note);
      this.#countDatabase(own.DB);
    });
  }

  /** Counts from zero again, when D1 has what was written for it. */
  async startOver(): Promise<void> {
    await untilWritten(...this.#stubs);
    Object.assign(this.#usage, noUsage);
    this.statements.length = 0;
  }

  /** Passes so many seconds, one after the other, in which alarms run that are due. */
  async pass(seconds: number, eachSecond: (second: number) => unknown = () => {}): Promise<void> {
    for (let second = 1; second <= seconds; second++) {
      vi.setSystemTime(Date.now() + 1_000);
      await eachSecond(second);
      for (const stub of this.#stubs) if (await isDue(stub)) await runDurableObjectAlarm(stub);
    }
  }

  /** Fails where the scenario costs more than expected, or much less. `times`: how often it was played. */
  expect(scenario: UsageScenario, times = 1): void {
    const alarms = this.statements.filter((each) => each.startsWith("alarm")).length;
    const counts = { rows: this.#usage.rowsWritten / times, alarms: alarms / times };
    expect(compareRows(scenario, counts, expectedUsage[scenario]), this.statements.join("\n")).toEqual([]);
  }

  #note = (statement: string, rows: number) => this.statements.push(`${statement}: ${rows}`);

  #countDatabase(database: D1Database): void {
    if (this.#databases.has(database)) return;
    this.#databases.add(database);
    meterDatabase(database, this.#usage, (statement, rows) => this.#note(`D1 ${statement}`, rows));
  }
}

const isDue = (stub: DurableObjectStub) =>
  runInDurableObject(stub, async (_, { storage }) => {
    const at = await storage.getAlarm();
    return at !== null && at <= Date.now();
  });
