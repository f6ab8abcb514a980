import { expect, test } from "vitest";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { LiveQueue } from "./live-queue.ts";
import type { KeptFrame, UplinkKind } from "./unacknowledged.ts";

const payload = new Uint8Array(10);

function add(queue: LiveQueue, seq: number, kind: UplinkKind = "opus", at = seq * 20): KeptFrame {
  const kept: KeptFrame = { frame: { kind, isDiscontinuity: false, seq, at, payload }, state: "fresh" };
  queue.push(kept);
  return kept;
}

function flush(queue: LiveQueue, count = Number.POSITIVE_INFINITY): UplinkFrame[] {
  const sent: UplinkFrame[] = [];
  queue.flush((frame) => {
    if (sent.length === count) return false;
    sent.push(frame);
    return true;
  });
  return sent;
}

test("two seconds wait to be heard; what is older is left to the recording", () => {
  const queue = new LiveQueue();
  const all = Array.from({ length: 150 }, (_, seq) => add(queue, seq));
  const sent = flush(queue);
  expect(sent.map(({ seq }) => seq)).toEqual(Array.from({ length: 101 }, (_, index) => 49 + index));
  expect(all.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 49 }, () => "late"),
    ...Array.from({ length: 101 }, () => "sent"),
  ]);
});

test("of each kind the first one after those is marked, and only for those who listen", () => {
  const queue = new LiveQueue();
  const all = Array.from({ length: 150 }, (_, seq) => add(queue, seq));
  add(queue, 0, "mp3", 149 * 20);
  const sent = flush(queue);
  expect(sent.filter(({ isDiscontinuity }) => isDiscontinuity).map(({ kind, seq }) => [kind, seq])).toEqual([
    ["opus", 49],
  ]);
  expect(all.some(({ frame }) => frame.isDiscontinuity)).toBe(false);
  expect(sent[0]?.payload).toBe(payload);
  add(queue, 150);
  expect(flush(queue)[0]?.isDiscontinuity).toBe(false);
});

test("a kind of which nothing remains is marked when it comes again", () => {
  const queue = new LiveQueue();
  add(queue, 0, "levels", 0);
  add(queue, 200);
  expect(flush(queue).map(({ isDiscontinuity }) => isDiscontinuity)).toEqual([false]);
  add(queue, 1, "levels", 4_000);
  expect(flush(queue).map(({ kind, isDiscontinuity }) => [kind, isDiscontinuity])).toEqual([
    ["levels", true],
  ]);
});

test("what a slow network does not take stays, in order", () => {
  const queue = new LiveQueue();
  for (let seq = 0; seq < 10; seq++) add(queue, seq);
  expect(flush(queue, 4).map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
  expect(flush(queue).map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8, 9]);
});

test("everything that waits can be left to the recording", () => {
  const queue = new LiveQueue();
  const kept = add(queue, 0);
  queue.leaveAll();
  expect([kept.state, flush(queue)]).toEqual(["late", []]);
});
