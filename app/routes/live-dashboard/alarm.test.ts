import { expect, test } from "vitest";
import type { ConnectedEncoder, EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import { alarmOf } from "./alarm.ts";

const now = 1_000_000;

const encoder: ConnectedEncoder = {
  connected: true,
  status: "completed",
  testLevel: null,
  codec: "mp3",
  level: { rmsDb: -12, peakDb: -2, clippedSamples: 0, bitrate: 192_000 },
  silentSince: null,
  connectedAt: now - 60_000,
  quality: null,
};
const own = (view: EncoderView | null) => ({ view, performer: null });
const viewOf = (change: Partial<ConnectedEncoder>): EncoderView => ({
  now,
  encoder: { ...encoder, ...change },
  ended: null,
});

test("the alarm is raised after 8 s of silence on air", () => {
  expect(alarmOf("onAir", own(viewOf({})), now)).toBeNull();
  expect(alarmOf("onAir", own(viewOf({ silentSince: now - 7_999 })), now)).toBeNull();
  expect(alarmOf("onAir", own(viewOf({ silentSince: now - 8_000 })), now)).toMatchObject({
    title: "Silent: nothing is heard",
  });
});

test("silence before and after a set raises no alarm", () => {
  const view = viewOf({ silentSince: now - 60_000 });
  for (const standing of ["before", "over", "cancelled"] as const) {
    expect(alarmOf(standing, own(view), now)).toBeNull();
  }
});

test("managers also get an alarm when a performer is absent or disconnects", () => {
  const others = { view: null, performer: "Ada" };
  expect(alarmOf("missing", others, now)).toEqual({
    title: "Not on air",
    text: "The set has started, but Ada is not connected or is silent.",
  });
  expect(alarmOf("reconnecting", others, now)).toEqual({
    title: "Connection dropped",
    text: "The stream resumes automatically when Ada reconnects.",
  });
  expect(alarmOf("onAir", others, now)).toBeNull();
});

test("a performer who is absent because of a wrong password gets that reason", () => {
  const view = { now, encoder: false as const, ended: null, refusedAt: now - 12_000 };
  expect(alarmOf("missing", own(view), now)).toMatchObject({ title: "Wrong password" });
  expect(alarmOf("onAir", own(view), now)).toBeNull();
});

test("audible faults such as clipping raise no alarm", () => {
  const level = { rmsDb: -3, peakDb: 0, clippedSamples: 400, bitrate: 192_000 };
  expect(alarmOf("onAir", own(viewOf({ level })), now)).toBeNull();
});
