import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NetworkWatch } from "./network-watch.ts";

let isThere = true;
let isSwallowing = false;
let asked = 0;
let answers: (() => void)[] = [];

function ask(): Promise<void> {
  asked += 1;
  if (isSwallowing) return new Promise((resolve) => answers.push(resolve));
  return isThere ? Promise.resolve() : Promise.reject(new Error("no network"));
}

beforeEach(() => {
  vi.useFakeTimers();
  [isThere, isSwallowing, asked, answers] = [true, false, 0, []];
});

afterEach(() => {
  vi.useRealTimers();
});

describe("after a lost connection", () => {
  it("a server that responds is asked only once, without an early reconnect", async () => {
    const onBack = vi.fn<() => void>();
    new NetworkWatch(ask, onBack).begin();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onBack).not.toHaveBeenCalled();
    expect(asked).toBe(1);
  });

  it.each([2, 20, 120])(
    "the end of a network outage of %d s is noticed once within half a second",
    async (seconds) => {
      const onBack = vi.fn<() => void>();
      isThere = false;
      const watch = new NetworkWatch(ask, onBack);
      watch.begin();
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 50);
      expect(onBack).not.toHaveBeenCalled();
      expect(watch.isAway).toBe(true);
      isThere = true;
      await vi.advanceTimersByTimeAsync(500);
      expect(onBack).toHaveBeenCalledTimes(1);
      expect(watch.isAway).toBe(false);
      const before = asked;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toBe(before);
      expect(onBack).toHaveBeenCalledTimes(1);
    },
  );

  it("a late response after a stalled network counts as the end of the outage", async () => {
    const onBack = vi.fn<() => void>();
    isSwallowing = true;
    new NetworkWatch(ask, onBack).begin();
    await vi.advanceTimersByTimeAsync(2_000);
    for (const answer of answers) answer();
    await vi.advanceTimersByTimeAsync(10);
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  it("an ended watch sends no more requests", async () => {
    isThere = false;
    const watch = new NetworkWatch(ask, () => expect.unreachable());
    watch.begin();
    await vi.advanceTimersByTimeAsync(1_000);
    watch.end();
    const before = asked;
    isThere = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(before);
  });
});
