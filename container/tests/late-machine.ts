/**
 * A case that failed while this machine was late is taken again: it judged the machine, not the agent. Only those are
 * (`retry` in vitest.agent.config.ts); a case that fails on a machine in time has failed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach } from "vitest";
import { readRunDelayMs, StallWatch } from "#container/agent/stall-watch.ts";

/** This process, which writes, listens and looks at the clock, stood still for so long in all; or an encoder did. */
const lateMs = 100;
/** This process could have run and had no processor for this share of the time. */
const starvedShare = 0.1;

/** A case that is taken again begins after so long at the latest, however late the machine is. */
const longestWaitMs = 40_000;

const now = () => performance.now();
const stalls = new StallWatch(now);
stalls.start();
const lateWriters: { at: number; ms: number }[] = [];
const takenAgain: string[] = [];

/** A writer that sends at a pace of its own was this much behind it. */
export function reportWriter(behindMs: number): void {
  if (behindMs >= lateMs) lateWriters.push({ at: now(), ms: behindMs });
}

/** Returns in words what was late from `since` on; nothing where the machine was in time. */
function lateness(since: { at: number; waitingMs: number | undefined }): string | undefined {
  const stalledMs = stalls.stalledMs(since.at, now());
  const writerMs = Math.max(0, ...lateWriters.filter(({ at }) => at >= since.at).map(({ ms }) => ms));
  const waitedMs = (readRunDelayMs() ?? 0) - (since.waitingMs ?? 0);
  const share = waitedMs / (now() - since.at);
  const found = [
    stalledMs >= lateMs && `this process stood still for ${Math.round(stalledMs)} ms`,
    writerMs >= lateMs && `an encoder was ${Math.round(writerMs)} ms behind`,
    share >= starvedShare && `this process had no processor for ${Math.round(share * 100)} % of the time`,
  ].filter(Boolean);
  return found.length > 0 ? found.join(", ") : undefined;
}

/** A case that is taken again is not taken again at once: what else the machine does may be over soon. */
async function waitUntilInTime(): Promise<void> {
  for (const until = now() + longestWaitMs; now() < until; ) {
    const since = { at: now(), waitingMs: readRunDelayMs() };
    await sleep(1_000);
    if (lateness(since) === undefined) return;
  }
}

/** Watches the clock of the process for `setupFiles`, as long as the file runs. */
export function takeAgainWhenLate(): void {
  const begun = new Map<string, { at: number; waitingMs: number | undefined }>();
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) await waitUntilInTime();
    begun.set(task.id, { at: now(), waitingMs: readRunDelayMs() });
  });
  afterEach(({ task }) => {
    const since = begun.get(task.id);
    const error = task.result?.errors?.at(-1);
    if (!since || !error || task.result?.state !== "fail") return;
    const late = lateness(since);
    if (late === undefined) return;
    takenAgain.push(`${task.name}: ${late}`);
    error.message += `\nThe machine was late: ${late}.`;
  });
  afterAll(() => {
    for (const line of takenAgain.splice(0)) console.info(`failed while the machine was late, ${line}`);
  });
}
