import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { type OnAirView, offAir } from "#app/domains/air/stages/contract/stages.ts";
import { followSet, keepSleep, type Sleep, sleepGain, startSleep } from "./sleep.ts";
import { SleepTimer } from "./sleep-timer.ts";

const start = 1_700_000_000_000;
const onAir = (set: string, endTime: number | null): OnAirView => ({
  ...offAir,
  online: true,
  status: "live",
  currentSet: { id: set } as SetView,
  endTime,
});
const hall = (programme: OnAirView) => ({ room: "stage/hall", onAir: programme });

describe("a sleep timer", () => {
  it.each([15, 30, 45, 60, 90])("ends in %d minutes", (minutes) => {
    expect(startSleep({ minutes }, null, start, 0)).toEqual({
      endsAt: start + minutes * 60_000,
      set: null,
    });
  });

  it("ends with the current set as it is heard, and follows the set when it is moved", () => {
    const sleep = startSleep("set", hall(onAir("one", start + 600_000)), start, 25_000);
    expect(sleep).toEqual({ endsAt: start + 625_000, set: "one", room: "stage/hall" });
    const moved = followSet(sleep as Sleep, onAir("one", start + 900_000), start, 300);
    expect(moved.endsAt).toBe(start + 900_300);
    expect(followSet(moved, offAir, start, 0)).toEqual(moved);
    expect(followSet(moved, onAir("two", null), start, 0).endsAt).toBe(start + 5_000);
    expect(startSleep("set", hall(onAir("one", null)), start, 0)).toBeNull();
    expect(startSleep("set", hall(offAir), start, 0)).toBeNull();
  });

  it("for a set is cancelled when the listener goes to another room", () => {
    const ofSet = { endsAt: start + 600_000, set: "one", room: "stage/hall" };
    expect(keepSleep(ofSet, "stage/hall")).toBe(ofSet);
    expect(keepSleep(ofSet, "stage/cellar")).toBeNull();
    const ofMinutes = { endsAt: start + 600_000, set: null };
    expect(keepSleep(ofMinutes, "stage/cellar")).toBe(ofMinutes);
    expect(keepSleep(null, "stage/cellar")).toBeNull();
  });

  it("keeps the volume until the last 20 s, then fades to silence", () => {
    const sleep = { endsAt: start + 60_000, set: null };
    const after = (seconds: number) => sleepGain(sleep, start + seconds * 1_000);
    expect([0, 39, 40, 50, 55, 60, 70].map(after)).toEqual([1, 1, 1, 0.25, 0.0625, 0, 0]);
  });
});

describe("the sleep clock", () => {
  beforeEach(() => vi.useFakeTimers({ now: start }));
  afterEach(() => vi.useRealTimers());

  function setUp() {
    const gains: number[] = [];
    const onOver = vi.fn<() => void>();
    const onChange = vi.fn<(sleep: Sleep | null) => void>();
    const timer = new SleepTimer({
      renew: (sleep) => sleep,
      onGain: (gain) => gains.push(gain),
      onChange,
      onOver,
    });
    return { timer, gains, onOver, onChange };
  }

  it("ends the sound once, on time, after a smooth fade", () => {
    const { timer, gains, onOver, onChange } = setUp();
    timer.set({ endsAt: start + 900_000, set: null });
    vi.advanceTimersByTime(879_000);
    expect(gains).toEqual([]);
    vi.advanceTimersByTime(20_900);
    expect(onOver).not.toHaveBeenCalled();
    const steps = gains.map((gain, index) => (gains[index - 1] ?? 1) - gain);
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(Math.max(...steps)).toBeLessThan(0.025);
    vi.advanceTimersByTime(200);
    expect(onOver).toHaveBeenCalledTimes(1);
    expect(onChange.mock.lastCall).toEqual([null]);
    expect(timer.gain).toBe(1);
    vi.advanceTimersByTime(3_600_000);
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  it("can be cancelled during the fade, which restores the volume", () => {
    const { timer, gains, onOver } = setUp();
    timer.set({ endsAt: start + 30_000, set: null });
    vi.advanceTimersByTime(25_000);
    expect(timer.gain).toBeLessThan(0.1);
    timer.set(null);
    expect(gains.at(-1)).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(onOver).not.toHaveBeenCalled();
  });

  it("detects after a system sleep that the time is over", () => {
    const { timer, onOver } = setUp();
    timer.set({ endsAt: start + 900_000, set: null });
    vi.setSystemTime(start + 5_000_000);
    vi.advanceTimersByTime(1_000);
    expect(onOver).toHaveBeenCalledTimes(1);
  });
});
