/** Alarms of objects, which also run by themselves, at a moment that a busy machine decides. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";

/**
 * Runs what is due in an object. An alarm that runs by itself at this moment may have read the clock before the test
 * moved it: what it leaves is run when it has set itself again.
 */
export async function runAlarm(stub: DurableObjectStub): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    if ((await runDurableObjectAlarm(stub)) || !(await isAnythingDue(stub))) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const isAnythingDue = (stub: DurableObjectStub) =>
  runInDurableObject(
    stub,
    (_, { storage: { sql } }) =>
      sql.exec("select 1 from due where at <= ? limit 1", Date.now()).toArray().length > 0,
  );

/** Returns when D1 has confirmed what these objects have written for it. */
export async function untilWritten(...stubs: DurableObjectStub[]): Promise<void> {
  for (const stub of stubs)
    await vi.waitFor(
      async () => {
        await runAlarm(stub);
        expect(await runInDurableObject(stub, (_, { storage: { sql } }) => waitingIn(sql))).toBe(0);
      },
      { timeout: 10_000, interval: 10 },
    );
}

function waitingIn(sql: SqlStorage): number {
  const hasOutbox = sql.exec("select 1 from sqlite_master where name = 'outbox'").toArray().length > 0;
  return hasOutbox ? sql.exec<{ n: number }>("select count(*) as n from outbox").one().n : 0;
}
