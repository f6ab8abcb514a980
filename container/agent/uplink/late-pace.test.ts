import { expect, test } from "vitest";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { LatePace } from "./late-pace.ts";
import { Unacknowledged, type UplinkKind } from "./unacknowledged.ts";

/** Frames that are this far apart, from `at` on. */
function late(frames: Unacknowledged, kind: UplinkKind, everyMs: number, count: number, at = 0): void {
  for (let seq = 0; seq < count; seq++) {
    const frame = {
      kind,
      isDiscontinuity: seq === 0,
      seq,
      at: at + seq * everyMs,
      payload: new Uint8Array(1),
    };
    frames.add({ frame, state: "late" });
  }
}

function tick(pace: LatePace, frames: Unacknowledged, count = Number.POSITIVE_INFINITY): UplinkFrame[] {
  const sent: UplinkFrame[] = [];
  pace.tick(frames, (frame) => sent.length < count && sent.push(frame) > 0);
  return sent;
}

const countsOf = (pace: LatePace, frames: Unacknowledged, ticks: number) =>
  Array.from({ length: ticks }, () => tick(pace, frames).length);

test("late frames are sent at twice real time, marked as late", () => {
  const frames = new Unacknowledged();
  late(frames, "opus", 20, 100);
  const pace = new LatePace();
  const first = tick(pace, frames);
  expect(first).toHaveLength(10);
  expect(first.every(({ isLate }) => isLate)).toBe(true);
  expect(first.map(({ isDiscontinuity }) => isDiscontinuity).indexOf(true, 1)).toBe(-1);
  expect(countsOf(pace, frames, 10)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 0]);
});

test("frames that are further apart than one step are sent at the same pace", () => {
  const frames = new Unacknowledged();
  late(frames, "mp3", 104, 40);
  const sent = countsOf(new LatePace(), frames, 10).reduce((sum, count) => sum + count, 0);
  expect(sent).toBe(Math.ceil(2_000 / 104));
  const levels = new Unacknowledged();
  late(levels, "levels", 1_000, 4);
  expect(countsOf(new LatePace(), levels, 11)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
});

test("a gap in the sound costs no time", () => {
  const frames = new Unacknowledged();
  late(frames, "opus", 20, 10);
  late(frames, "opus", 20, 20, 60_000);
  expect(countsOf(new LatePace(), frames, 4)).toEqual([10, 10, 10, 0]);
});

test("what the network did not take is not made up for, and what is queued again starts anew", () => {
  const frames = new Unacknowledged();
  late(frames, "opus", 20, 50);
  const pace = new LatePace();
  expect(tick(pace, frames, 3)).toHaveLength(3);
  for (let i = 0; i < 20; i++) expect(tick(pace, frames, 0)).toHaveLength(0);
  expect(tick(pace, frames).map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  frames.requeue();
  expect(tick(pace, frames).map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
