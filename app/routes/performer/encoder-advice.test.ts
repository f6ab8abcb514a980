import { expect, test } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { adviseEncoder, type EncoderPresence, findHeadSet } from "./encoder-advice.ts";

const minuteMs = 60_000;
const startTime = 1_000 * minuteMs;
const set = { startTime, endTime: startTime + 60 * minuteMs };
const never = { isOnStandby: false, wasConnected: false };
const advise = (
  minutes: number,
  encoder: EncoderPresence,
  stage: "live" | "reconnecting" | null = null,
  known = never,
) => adviseEncoder(set, { now: startTime + minutes * minuteMs, encoder, stage, ...known });

test("the advice is to wait until two minutes before the start, and then to connect", () => {
  expect(advise(-2.01, "absent")).toBe("wait");
  expect(advise(-2, "absent")).toBe("connect");
  expect(advise(-2, "unknown")).toBe("connect");
});

test("an encoder that connects earlier is on standby or on the profile", () => {
  expect(advise(-20, "sounding", null, { ...never, isOnStandby: true })).toBe("standby");
  expect(advise(-30, "sounding")).toBe("early");
  expect(advise(-2, "sounding")).toBe("ready");
});

test("an early encoder is said to be on the profile or on another stage only where it is", () => {
  const early = (known: object) => advise(-20, "quiet", null, { ...never, ...known });
  expect(early({ isOnProfile: false })).toBe("early-unheard");
  expect(early({ isOnProfile: false, isElsewhere: true })).toBe("elsewhere");
  expect(early({ isOnProfile: false, isOnStandby: true })).toBe("standby");
});

test("a set that has started without sound names what is missing", () => {
  expect(advise(0, "absent")).toBe("late");
  expect(advise(5, "quiet")).toBe("quiet");
  expect(advise(5, "sounding")).toBe("ready");
});

test("a performer who disconnected during the set is not told to connect for the first time", () => {
  const was = { ...never, wasConnected: true };
  expect(advise(5, "absent", "reconnecting", was)).toBe("lost");
  expect(advise(5, "absent", null, was)).toBe("dropped");
  expect(advise(5, "unknown")).toBe("asking");
  expect(advise(5, "quiet", null, was)).toBe("quiet");
  expect(advise(5, "absent")).toBe("late");
});

test("the on-air state comes from the stage, not from the encoder", () => {
  expect(advise(-1, "sounding", "live")).toBe("on-air");
  expect(advise(5, "absent", "live")).toBe("on-air");
  expect(advise(5, "absent", "reconnecting")).toBe("lost");
  expect(advise(60, "sounding", "live")).toBe("overrun");
});

test("a performer on air who is not heard is told so while their set is on", () => {
  const silent = { ...never, isSilent: true };
  expect(advise(5, "quiet", "live", silent)).toBe("silent");
  expect(advise(60, "quiet", "live", silent)).toBe("overrun");
});

test("a set is the head set from two hours before its start until its end", () => {
  const booked = { ...set, id: "booked" } as SetView;
  const at = (minutes: number) => findHeadSet([booked], startTime + minutes * minuteMs)?.id;
  expect([at(-121), at(-120), at(0), at(59), at(60)]).toEqual([
    undefined,
    "booked",
    "booked",
    "booked",
    undefined,
  ]);
});
