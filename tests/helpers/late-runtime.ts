/**
 * A case that failed while its runtime was late is taken again: it judged the machine, not the product. Only those are
 * (`retry` in vitest.workers.config.ts); a case that fails on a machine in time has failed.
 */
import { afterAll, afterEach, beforeEach, type RunnerTestSuite, type TestContext, TestRunner } from "vitest";

const lookEveryMs = 50;
/** A timer that is later than this was kept waiting by a busy processor or a busy disk. */
const lateTimerMs = 200;
/** A case during which timers were late by so much in all judges the machine. */
const lateMs = 1_000;
/** A case that is taken again begins after so long at the latest, however late the machine is. */
const longestWaitMs = 40_000;

const now = () => performance.now();

/**
 * Watches, for `setupFiles`, the timers of the runtime in which test and objects run, as long as the file runs.
 * @param emptyStorage makes the storage what it was at the start of the file, for a case that makes the same again
 */
export function takeAgainWhenLate(emptyStorage: () => Promise<void>): void {
  let lookedAt = now();
  let behindMs = 0;
  let caseBehindMs = 0;
  const takenAgain: string[] = [];
  const watch = setInterval(() => {
    const lateBy = now() - lookedAt - lookEveryMs;
    if (lateBy > lateTimerMs) behindMs += lateBy;
    lookedAt = now();
  }, lookEveryMs);

  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) {
      await waitUntilInTime(() => behindMs);
      if (!sharesWorld(task)) await emptyStorage();
    }
    caseBehindMs = behindMs;
  });
  afterEach(({ task }) => {
    const error = task.result?.errors?.at(-1);
    const lateBy = Math.round(behindMs - caseBehindMs);
    if (!error || task.result?.state !== "fail" || lateBy < lateMs) return;
    const late = `its timers were ${lateBy} ms late`;
    takenAgain.push(`${task.name}: ${late}`);
    error.message += `\nThe machine was late: ${late}.`;
  });
  afterAll(() => {
    clearInterval(watch);
    for (const line of takenAgain) console.warn(`failed while the machine was late, ${line}`);
  });
}

/** Whether its file has made something for several cases, which has to stay. */
function sharesWorld(task: TestContext["task"]): boolean {
  const suites: RunnerTestSuite[] = [task.file];
  for (let { suite } = task; suite; suite = suite.suite) suites.push(suite);
  return suites.some((suite) => TestRunner.getSuiteHooks(suite).beforeAll.length > 0);
}

/** Waits until the machine is in time: its other work may be over soon. */
async function waitUntilInTime(behindMs: () => number): Promise<void> {
  for (const until = now() + longestWaitMs; now() < until; ) {
    const before = behindMs();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (behindMs() === before) return;
  }
}
