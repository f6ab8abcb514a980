import { describe, expect, it } from "vitest";
import { stageLimits } from "#app/domains/stages/contract/stages.ts";
import { socketLimits } from "#app/domains/stages/live/protocol.ts";
import { litTone } from "./level-meter.tsx";
import { playerLimits } from "./limits.ts";

describe("the player's numbers", () => {
  it("'Volume 0 to 100, default 100; knob 28 ticks, 270 degrees'", () => {
    expect(playerLimits.volume).toEqual({ min: 0, max: 100, initial: 100 });
    expect(playerLimits.knob).toEqual({ ticks: 28, degrees: 270 });
  });

  it("'7 segments, thresholds 0, 25, 50, 70, 88 (medium), 90 (high), above 100 (clip); refresh 33 ms'", () => {
    const { thresholds, medium, high, clip, refreshMs } = playerLimits.meter;
    expect(thresholds).toEqual([0, 25, 50, 70, 88, 90, 100]);
    expect({ medium, high, clip, refreshMs }).toEqual({ medium: 88, high: 90, clip: 100, refreshMs: 33 });
    const tones = thresholds.map(litTone);
    expect(new Set(tones.slice(0, 4)).size, "below medium all are alike").toBe(1);
    expect(new Set(tones.slice(3)).size, "medium, high and clip are told apart").toBe(4);
  });

  it("'Audio stream errors trigger a reload after 3 seconds'", () => {
    expect(playerLimits.reloadMs).toBe(3_000);
  });

  it("'Stream start offset: one minute before set start', 'Next-stream switch threshold: 100 seconds'", () => {
    expect(playerLimits.startEarlyMs).toBe(60_000);
    expect(playerLimits.switchWithinMs).toBe(100_000);
  });

  it("'Cheer cooldown 3 minutes (reset after 240 s)', 'Upcoming live window 60 s before start'", () => {
    expect(stageLimits.cheerCooldownMs).toBe(180_000);
    expect(stageLimits.cheerResetMs).toBe(240_000);
    expect(stageLimits.upcomingLiveWindowMs).toBe(60_000);
  });

  it("sleep after 15, 30, 45, 60 or 90 minutes, fading for 20 s", () => {
    expect(playerLimits.sleep).toEqual({ minutes: [15, 30, 45, 60, 90], fadeMs: 20_000 });
  });

  it("patience outlasts an outage of 20 s, and the room keeps more than a patient listener is behind", () => {
    expect(playerLimits.patience.behindMs).toBeGreaterThanOrEqual(20_000 + 5_000);
    expect(socketLimits.ringMs).toBeGreaterThan(playerLimits.patience.behindMs + 10_000);
  });
});
