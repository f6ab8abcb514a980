import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerClock } from "../server-clock.ts";
import { AudioUplinks } from "./audio-uplinks.ts";

// Nothing listens there: no frame is ever reported as taped.
const origin = "ws://127.0.0.1:1";
const place = { room: "stage/one", stream: "stream", connection: "connection", onUnrouted: () => {} };
let uplinks: AudioUplinks;

const frameAt = (seq: number) => ({
  kind: "opus" as const,
  isDiscontinuity: seq === 0,
  seq,
  at: seq * 20,
  payload: new Uint8Array(10),
});

beforeEach(() => {
  vi.useFakeTimers();
  uplinks = new AudioUplinks({ origin, agentKey: "0123456789abcdef", clock: new ServerClock() });
});
afterEach(() => {
  uplinks.endAll();
  vi.useRealTimers();
});

test("an uplink that drains is resumed for the same connection, and for no other", () => {
  const first = uplinks.open(place);
  first.send(frameAt(0));
  expect(uplinks.open({ ...place, connection: "other" })).not.toBe(first);
  first.drain();
  expect(uplinks.open({ ...place, connection: "other" })).not.toBe(first);
  expect(uplinks.open({ ...place, room: "stage/two" })).not.toBe(first);
  expect(uplinks.open(place)).toBe(first);
  expect(first.isDraining).toBe(false);
});

test("draining ends after 30 s in which nothing was reported as taped", () => {
  const uplink = uplinks.open(place);
  uplink.send(frameAt(0));
  uplink.drain();
  vi.advanceTimersByTime(29_000);
  expect(uplink.isDraining).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(uplink.isDraining).toBe(false);
  expect(uplinks.open(place)).not.toBe(uplink);
});

test("an uplink without a frame that is not taped, or of a sound check, ends at once", () => {
  const unused = uplinks.open(place);
  unused.drain();
  expect(unused.isDraining).toBe(false);
  const soundCheck = uplinks.open({ ...place, room: "sound-check/somebody" });
  soundCheck.send(frameAt(0));
  soundCheck.drain();
  expect(soundCheck.isDraining).toBe(false);
});
