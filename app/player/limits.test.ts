import { describe, expect, it } from "vitest";
import { stageLimits } from "#app/domains/air/stages/contract/stages.ts";
import { socketLimits } from "#app/domains/air/stages/live/protocol.ts";
import { litTone } from "./level-meter.tsx";
import { playerLimits } from "./limits.ts";

describe("the player limits", () => {
  it("have a volume of 0 to 100 with default 100, and a knob with 28 ticks over 270 degrees", () => {
    expect(playerLimits.volume).toEqual({ min: 0, max: 100, initial: 100 });
    expect(playerLimits.knob).toEqual({ ticks: 28, degrees: 270 });
  });

  it("have a level meter with 7 segments, their thresholds and a refresh of 33 ms", () => {
    const { thresholds, medium, high, clip, refreshMs } = playerLimits.meter;
    expect(thresholds).toEqual([0, 25, 50, 70, 88, 90, 100]);
    expect({ medium, high, clip, refreshMs }).toEqual({ medium: 88, high: 90, clip: 100, refreshMs: 33 });
    const tones = thresholds.map(litTone);
    expect(new Set(tones.slice(0, 4)).size, "below medium all are alike").toBe(1);
    expect(new Set(tones.slice(3)).size, "medium, high and clip are told apart").toBe(4);
  });

  it("reload a failed stream after 3 seconds", () => {
    expect(playerLimits.reloadMs).toBe(3_000);
  });

  it("start a stream one minute before its set, and switch to the next one within 100 seconds", () => {
    expect(playerLimits.startEarlyMs).toBe(60_000);
    expect(playerLimits.switchWithinMs).toBe(100_000);
  });

  it("have a cheer cooldown of 3 minutes, a reset after 240 s, and an upcoming-live window of 60 s", () => {
    expect(stageLimits.cheerCooldownMs).toBe(180_000);
    expect(stageLimits.cheerResetMs).toBe(240_000);
    expect(stageLimits.upcomingLiveWindowMs).toBe(60_000);
  });

  it("offer sleep timers of 15, 30, 45, 60 and 90 minutes with a fade of 20 s", () => {
    expect(playerLimits.sleep).toEqual({ minutes: [15, 30, 45, 60, 90], fadeMs: 20_000 });
  });

  it("let smooth playback bridge an outage of 20 s, within the buffer of the room", () => {
    expect(playerLimits.patience.behindMs).toBeGreaterThanOrEqual(20_000 + 5_000);
    expect(socketLimits.ringMs).toBeGreaterThan(playerLimits.patience.behindMs + 10_000);
  });
});
