import { expect, test } from "vitest";
import { readRunDelayMs, StallWatch } from "./stall-watch.ts";

/** A watch whose ticks and run delay are controlled by the test. */
function watchAt(start = 0) {
  let now = start;
  let waitingMs: number | undefined = 0;
  const watch = new StallWatch(
    () => now,
    () => waitingMs,
  );
  return {
    watch,
    /** Ticks on time for `ms`, while the process waits for a processor for this share of it. */
    run: (ms: number, starvedShare = 0) => {
      for (const until = now + ms; now < until; watch.tick()) {
        now += 20;
        if (waitingMs !== undefined) waitingMs += 20 * starvedShare;
      }
    },
    /** Nothing runs for `ms`; the due tick follows with the next call. */
    stall: (ms: number) => {
      now += ms;
    },
    hideDelay: () => {
      waitingMs = undefined;
    },
  };
}

test("a process that ticks on time has no stall", () => {
  const { watch, run } = watchAt();
  run(5_000);
  expect(watch.stalledMs(0, 5_000)).toBe(0);
});

test("a stall counts for the part within the requested interval, from the due tick on", () => {
  const { watch, run, stall } = watchAt();
  run(1_000);
  stall(700);
  watch.tick();
  run(1_000);
  expect(watch.stalledMs(0, 2_700)).toBe(680);
  expect(watch.stalledMs(900, 1_200)).toBe(180);
  expect(watch.stalledMs(1_500, 2_700)).toBe(200);
  expect(watch.stalledMs(1_700, 2_700)).toBe(0);
});

test("a stall is known before the tick that ends it, and counts once after it", () => {
  const { watch, run, stall } = watchAt();
  run(1_000);
  stall(500);
  expect(watch.stalledMs(1_000, 1_500)).toBe(480);
  watch.tick();
  expect(watch.stalledMs(1_000, 1_500)).toBe(480);
});

test("stalls are forgotten when no request can cover them any more", () => {
  const { watch, run, stall } = watchAt();
  stall(500);
  run(60_000);
  expect(watch.stalledMs(0, 60_000)).toBe(0);
});

test("a process is starved while it waits for a processor most of the time", () => {
  const { watch, run } = watchAt();
  run(2_000, 0.2);
  run(2_000, 0.8);
  run(2_000, 0.2);
  expect(watch.wasStarved(500, 1_500)).toBe(false);
  expect(watch.wasStarved(2_500, 3_000)).toBe(true);
  expect(watch.wasStarved(5_000, 6_000)).toBe(false);
});

test("a process without kernel statistics is never starved", () => {
  const { watch, run, hideDelay } = watchAt();
  hideDelay();
  run(2_000, 1);
  expect(watch.wasStarved(1_000, 2_000)).toBe(false);
});

test("the kernel's waiting time grows by no more than the elapsed time", async () => {
  const [before, at] = [readRunDelayMs(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 200));
  const after = readRunDelayMs();
  if (before === undefined || after === undefined) return;
  expect(after).toBeGreaterThanOrEqual(before);
  expect(after - before).toBeLessThanOrEqual(performance.now() - at + 50);
});
