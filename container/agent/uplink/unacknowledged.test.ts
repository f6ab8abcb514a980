import { expect, test } from "vitest";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { type KeptFrame, Unacknowledged } from "./unacknowledged.ts";

function kept(seq: number, more: Partial<UplinkFrame> = {}, state: KeptFrame["state"] = "sent"): KeptFrame {
  const frame: UplinkFrame = {
    kind: "opus",
    isDiscontinuity: false,
    seq: seq >>> 0,
    at: seq * 20,
    payload: new Uint8Array(10),
    ...more,
  };
  return { frame, state };
}

/** The numbers that are sent late, in order. */
function sendLate(unacknowledged: Unacknowledged): number[] {
  const numbers: number[] = [];
  for (let late = unacknowledged.firstLate; late; late = unacknowledged.firstLate) {
    numbers.push(late.frame.seq);
    late.state = "sent";
  }
  return numbers;
}

test("frames are kept until they are reported, in ranges that include both ends", () => {
  const frames = new Unacknowledged();
  for (let seq = 0; seq < 10; seq++) frames.add(kept(seq));
  frames.add(kept(3, { kind: "mp3" }));
  expect([frames.oldest, frames.count, frames.bytes]).toEqual([{ opus: 0, mp3: 3 }, 11, 110]);
  expect(frames.taped("opus", 0, 4)).toBe(true);
  expect(frames.taped("opus", 0, 4)).toBe(false);
  expect(frames.taped("opus", 6, 6)).toBe(true);
  expect([frames.oldest, frames.count, frames.bytes]).toEqual([{ opus: 5, mp3: 3 }, 5, 50]);
  frames.taped("opus", 0, 100);
  expect(frames.isEmpty).toBe(false);
  frames.taped("mp3", 3, 3);
  expect([frames.isEmpty, frames.bytes, frames.oldest]).toEqual([true, 0, {}]);
});

test("numbers wrap at 2^32, also within a range", () => {
  const frames = new Unacknowledged();
  for (let seq = -5; seq < 5; seq++) frames.add(kept(seq, { at: 1_000 + seq }));
  expect(frames.oldest).toEqual({ opus: 2 ** 32 - 5 });
  frames.taped("opus", 2 ** 32 - 10, 1);
  expect([frames.oldest, frames.count]).toEqual([{ opus: 2 }, 3]);
});

test("a range whose ends were swapped forgets nothing", () => {
  const frames = new Unacknowledged();
  for (let seq = 0; seq < 10; seq++) frames.add(kept(seq));
  expect(frames.taped("opus", 5, 4)).toBe(false);
  expect(frames.count).toBe(10);
});

test("what was sent is late once it is queued again; what waits to be heard is not", () => {
  const frames = new Unacknowledged();
  for (let seq = 0; seq < 5; seq++) frames.add(kept(seq));
  frames.add(kept(5, {}, "fresh"));
  expect(sendLate(frames)).toEqual([]);
  frames.requeue();
  expect(sendLate(frames)).toEqual([0, 1, 2, 3, 4]);
  frames.requeue();
  frames.taped("opus", 1, 3);
  expect(sendLate(frames)).toEqual([0, 4]);
});

test("a frame that was not sent live is late, once those before it were sent", () => {
  const frames = new Unacknowledged();
  frames.add(kept(0));
  const slow = [kept(1, {}, "fresh"), kept(2, {}, "fresh")];
  for (const frame of slow) frames.add(frame);
  expect(frames.firstLate).toBeUndefined();
  for (const frame of slow) frame.state = "late";
  frames.add(kept(3, {}, "fresh"));
  expect(sendLate(frames)).toEqual([1, 2]);
});

test("kinds are sent late in the order of their sound", () => {
  const frames = new Unacknowledged();
  for (let seq = 0; seq < 4; seq++) frames.add(kept(seq));
  frames.add(kept(100, { kind: "mp3", at: 30 }));
  frames.add(kept(200, { kind: "levels", at: -5 }));
  frames.requeue();
  expect(sendLate(frames)).toEqual([200, 0, 1, 100, 2, 3]);
});

test("ten minutes are kept, the oldest go first", () => {
  const frames = new Unacknowledged();
  for (let second = 0; second <= 700; second++) {
    frames.add(kept(second, { at: second * 1_000 }));
    frames.add(kept(second, { kind: "levels", at: second * 1_000 }));
  }
  expect(frames.oldest).toEqual({ opus: 100, levels: 100 });
  expect(frames.bytes).toBe(2 * 601 * 10);
  frames.requeue();
  expect(frames.firstLate?.frame.seq).toBe(100);
});

test("at most 34 MB are kept", () => {
  const frames = new Unacknowledged();
  const payload = new Uint8Array(1024 * 1024);
  for (let seq = 0; seq < 100; seq++) frames.add(kept(seq, { payload }));
  expect([frames.count, frames.bytes, frames.oldest]).toEqual([34, 34 * payload.length, { opus: 66 }]);
});

test("a frame is kept as it is", () => {
  const frames = new Unacknowledged();
  const one = kept(0, { isDiscontinuity: true });
  frames.add(one);
  frames.requeue();
  expect(frames.firstLate).toBe(one);
});
