import { expect, test } from "vitest";
import type { EncoderReport, EncoderView } from "#app/domains/media/contract/encoder.ts";
import { alarmOf } from "./alarm.ts";

const now = 1_000_000;

const encoder: EncoderView = {
  connected: true,
  status: "completed",
  testLevel: null,
  codec: "mp3",
  level: { rmsDb: -12, peakDb: -2, clippedSamples: 0, bitrate: 192_000 },
  silentSince: null,
  connectedAt: now - 60_000,
  quality: null,
};
const reportOf = (change: Partial<EncoderView>): EncoderReport => ({
  now,
  encoder: { ...encoder, ...change },
  ended: null,
});

test("the alarm comes after 8 s of silence on air, and not before", () => {
  expect(alarmOf("onAir", reportOf({}), now)).toBeNull();
  expect(alarmOf("onAir", reportOf({ silentSince: now - 7_999 }), now)).toBeNull();
  expect(alarmOf("onAir", reportOf({ silentSince: now - 8_000 }), now)).toMatchObject({
    title: "Silent: nothing is heard",
  });
});

test("before and after a set an encoder may be silent", () => {
  const report = reportOf({ silentSince: now - 60_000 });
  for (const standing of ["before", "over", "cancelled"] as const) {
    expect(alarmOf(standing, report, now)).toBeNull();
  }
});

test("who does not come, or drops out, is missed by managers too", () => {
  expect(alarmOf("missing", null, now)).toMatchObject({ title: "Not on air" });
  expect(alarmOf("reconnecting", null, now)).toMatchObject({ title: "Connection dropped" });
  expect(alarmOf("onAir", null, now)).toBeNull();
});

test("who does not come because of a wrong password is told so", () => {
  const report = { now, encoder: false as const, ended: null, refusedAt: now - 12_000 };
  expect(alarmOf("missing", report, now)).toMatchObject({ title: "Wrong password" });
  expect(alarmOf("onAir", report, now)).toBeNull();
});

test("what can still be heard, such as clipping, is no alarm", () => {
  const level = { rmsDb: -3, peakDb: 0, clippedSamples: 400, bitrate: 192_000 };
  expect(alarmOf("onAir", reportOf({ level }), now)).toBeNull();
});
