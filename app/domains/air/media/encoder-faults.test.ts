import { describe, expect, test } from "vitest";
import type { ConnectedEncoder, EncoderView } from "./contract/encoder.ts";
import { type Quality, SourceFaultCode } from "./contract/quality.ts";
import { encoderFaults, faultCodes } from "./encoder-faults.ts";

const now = 1_000_000;

const fine: Quality = {
  sampleRate: 44_100,
  channels: 2,
  quietMs: 20,
  isClipping: false,
  monoMs: 0,
  leftOnlyMs: 0,
  rightOnlyMs: 0,
  loopMs: null,
  pace: 1.0004,
  drops: { count: 0, longestMs: 0 },
  delay: { agentMs: 45, networkMs: 12 },
};

function view(quality: Partial<Quality> = {}, change: Partial<ConnectedEncoder> = {}): EncoderView {
  const encoder: ConnectedEncoder = {
    connected: true,
    status: "audioDetected",
    testLevel: null,
    codec: "mp3",
    level: { rmsDb: -18, peakDb: -3, clippedSamples: 0, bitrate: 192_000 },
    silentSince: null,
    connectedAt: now - 60_000,
    quality: { ...fine, ...quality },
    ...change,
  };
  return { now, encoder, ended: null };
}
const titles = (given: EncoderView, at = now) => encoderFaults(given, at).map(({ title }) => title);
const codes = (given: EncoderView, at = now) => encoderFaults(given, at).map(({ code }) => code);
const quiet = { rmsDb: -55, peakDb: -40, clippedSamples: 0, bitrate: 30_000 };

test("a healthy, missing or unmeasured encoder has no fault", () => {
  expect(codes(view())).toEqual([]);
  expect(codes(view({}, { quality: null }))).toEqual([]);
  expect(codes({ now, encoder: false, ended: null })).toEqual([]);
  expect(codes({ now, encoder: false, ended: { at: now - 1_000, isFrozen: false } })).toEqual([]);
});

test.each<[string, EncoderView]>([
  ["Frozen: nothing arrives", view({ quietMs: 3_000 })],
  ["What you send cannot be played", view({}, { status: "connected", level: null, quality: null })],
  ["Silent: nothing is heard", view({}, { silentSince: now - 8_000 })],
  ["Stuck: the same moment over and over", view({ loopMs: 46.4 })],
  ["Too fast: 9% ahead of real time", view({ pace: 1.088 })],
  ["Too slow: 33% behind real time", view({ pace: 0.667 })],
  ["One side only: the right channel is silent", view({ leftOnlyMs: 7_000 })],
  ["One side only: the left channel is silent", view({ rightOnlyMs: 7_000 })],
  ["Clipping: too loud", view({ isClipping: true })],
  ["Sample rate 22.05 kHz: set 44.1 or 48", view({ sampleRate: 22_050 })],
  ["Sample rate 96 kHz: set 44.1 or 48", view({ sampleRate: 96_000 })],
  ["A gap in the last minute", view({ drops: { count: 1, longestMs: 800 } })],
  ["3 gaps in the last minute", view({ drops: { count: 3, longestMs: 2_400 } })],
  ["Mono: both channels are the same", view({ monoMs: 7_000 })],
  ["Mono: your encoder sends one channel", view({ channels: 1, monoMs: 20_000 })],
  [
    "Bitrate 64 kbit/s: set at least 128",
    view({}, { level: { rmsDb: -18, peakDb: -3, clippedSamples: 0, bitrate: 64_100 } }),
  ],
])("the fault “%s” is found", (title, given) => {
  expect(titles(given)).toEqual([title]);
});

test("short problems are tolerated for a while", () => {
  const passing: Partial<Quality>[] = [
    { quietMs: 2_900 },
    { monoMs: 6_500 },
    { leftOnlyMs: 6_500 },
    { pace: 1.009 },
    { pace: null },
    { sampleRate: null, channels: null },
    { sampleRate: 48_000 },
  ];
  for (const quality of passing) expect(codes(view(quality))).toEqual([]);
  expect(codes(view({}, { silentSince: now - 7_999 }))).toEqual([]);
  expect(codes(view({}, { status: "connected", connectedAt: now - 4_000, level: null }))).toEqual([]);
});

test("a low bitrate in a quiet passage or with a variable-bitrate codec is no fault", () => {
  expect(codes(view({}, { level: quiet }))).toEqual([]);
  for (const codec of ["opus", "vorbis", "flac"])
    expect(codes(view({}, { codec, level: { ...quiet, rmsDb: -18 } }))).toEqual([]);
});

test("an unknown bitrate is no fault", () => {
  const level = { rmsDb: -18, peakDb: -3, clippedSamples: 0, bitrate: 0 };
  for (const codec of ["mp3", "aac"]) expect(codes(view({}, { codec, level }))).toEqual([]);
});

test("the advice names the duration and severity", () => {
  const [frozen] = encoderFaults(view({ quietMs: 4_200 }), now);
  expect(frozen?.advice).toContain("has sent nothing for more than 3 s");
  const [silent] = encoderFaults(view({}, { silentSince: now - 75_000 }), now);
  expect(silent?.advice).toContain("no sound for more than a minute");
  const [gaps] = encoderFaults(view({ drops: { count: 2, longestMs: 1_240 } }), now);
  expect(gaps?.advice).toContain("up to 1.2 s");
});

describe("a frozen encoder", () => {
  test("has no other fault, because earlier measurements are outdated", () => {
    expect(codes(view({ quietMs: 4_000, isClipping: true, monoMs: 20_000 }))).toEqual(["frozen"]);
  });

  test("is reported for ten minutes after its disconnect, and until it reconnects", () => {
    const gone: EncoderView = { now, encoder: false, ended: { at: now, isFrozen: true } };
    expect(titles(gone, now + 1_000)).toEqual(["Your encoder froze and was disconnected"]);
    expect(titles(gone, now + 600_000)).toEqual([]);
    expect(titles(view())).toEqual([]);
  });
});

test("the reason of a disconnect by the server is reported for ten minutes, with priority over a freeze", () => {
  for (const fault of SourceFaultCode.options) {
    const gone: EncoderView = { now, encoder: false, ended: { at: now, isFrozen: true, fault } };
    expect(codes(gone, now + 1_000)).toEqual(["unreadable"]);
    expect(titles(gone, now + 1_000)[0]).toMatch(/^Disconnected: /);
    expect(titles(gone, now + 600_000)).toEqual([]);
  }
});

describe("a wrong password", () => {
  const refused: EncoderView = { now, encoder: false, ended: null, refusedAt: now - 12_000 };

  test("is reported for ten minutes while no encoder is connected, with priority over an earlier freeze", () => {
    expect(encoderFaults(refused, now)).toMatchObject([{ title: "Wrong password", at: now - 12_000 }]);
    expect(codes({ ...refused, ended: { at: now - 60_000, isFrozen: true } })).toEqual(["password"]);
    expect(codes(refused, now + 600_000)).toEqual([]);
  });

  test("is not reported while an encoder is or may be connected", () => {
    expect(codes({ ...view(), refusedAt: now })).toEqual([]);
    expect(codes({ ...refused, isUnknown: true })).toEqual([]);
  });
});

test("the most severe of several faults comes first", () => {
  const everything = view(
    {
      loopMs: 46,
      pace: 1.1,
      leftOnlyMs: 9_000,
      isClipping: true,
      sampleRate: 8_000,
      drops: { count: 1, longestMs: 500 },
      channels: 1,
    },
    { silentSince: now - 9_000, level: { rmsDb: -20, peakDb: -3, clippedSamples: 9, bitrate: 32_000 } },
  );
  expect(codes(everything)).toEqual(
    faultCodes.filter((code) => !["password", "frozen", "unreadable"].includes(code)),
  );
  const gravities = encoderFaults(everything, now).map(({ gravity }) => gravity);
  expect(gravities).toEqual(gravities.toSorted());
});
