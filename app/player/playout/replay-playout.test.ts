import { expect, test } from "vitest";
import { packetFrames, type SoundChunk } from "./chunk.ts";
import { Playout } from "./playout.ts";

/** Packet `index`: every sample has the packet's own value. */
function chunk(index: number, rest: Partial<SoundChunk> = {}): SoundChunk {
  return {
    at: index * 20,
    samples: new Float32Array(packetFrames * 2).fill(valueOf(index)),
    isStart: index === 0,
    isPause: index === 0,
    lost: 0,
    batch: 1,
    reserveMs: 0,
    jump: 1,
    ...rest,
  };
}
const valueOf = (index: number) => ((index % 50) + 1) / 100;

const left = new Float32Array(128);
const right = new Float32Array(128);

/** Renders this long; returns the packets that were heard whole. */
function render(playout: Playout, ms: number): Set<number> {
  const heard = new Set<number>();
  for (let at = 0; at < ms * 48; at += 128) {
    playout.render(left, right);
    const value = left[0] ?? 0;
    if (left.every((sample) => sample === value)) heard.add(Math.round(value * 100) - 1);
  }
  return heard;
}

function push(playout: Playout, from: number, to: number, rest: Partial<SoundChunk> = {}): void {
  for (let index = from; index < to; index++)
    playout.push(chunk(index, { ...rest, isStart: index === from }));
}

test("a replay is played sample by sample at the rate 1, however early its packets come", () => {
  const playout = new Playout({ isReplay: true });
  push(playout, 0, 50);
  let rendered = 0;
  for (; rendered < 40_000; rendered += 128) {
    playout.render(left, right);
    if (rendered < 480) continue;
    const expected = Array.from(left, (_, frame) =>
      Math.fround(valueOf(Math.floor((rendered + frame) / 960))),
    );
    expect(Array.from(left)).toEqual(expected);
  }
  expect(playout.report(0)).toMatchObject({ rate: 1, underruns: 0 });
  expect(playout.report(0).at).toBeCloseTo(rendered / 48, 3);
});

test("a pause is silent and keeps the position", () => {
  const playout = new Playout({ isReplay: true });
  push(playout, 0, 50);
  render(playout, 300);
  playout.hold(true);
  render(playout, 100);
  const { at } = playout.report(0);
  expect(playout.isSounding).toBe(false);
  render(playout, 5_000);
  expect(left.every((sample) => sample === 0)).toBe(true);
  expect(playout.report(0)).toMatchObject({ at, underruns: 0 });
  playout.hold(false);
  render(playout, 20);
  expect(playout.isSounding).toBe(true);
  expect(playout.report(0).at).toBeCloseTo((at ?? 0) + 21.3, 0);
});

test("after a jump nothing of the position before is heard, whichever message comes first", () => {
  for (const isToldFirst of [true, false]) {
    const playout = new Playout({ isReplay: true });
    push(playout, 0, 30);
    render(playout, 200);
    if (isToldFirst) {
      playout.jumpTo(2);
      push(playout, 30, 40);
    }
    push(playout, 100, 140, { jump: 2, isPause: true });
    playout.jumpTo(2);
    const heard = render(playout, 500);
    expect([...heard].filter((value) => value >= 10 && value < 45)).not.toContain(29);
    const { at, jump, underruns } = playout.report(0);
    expect({ jump, underruns }).toEqual({ jump: 2, underruns: 0 });
    expect(at).toBeGreaterThan(2_400);
  }
});

test("a jump while it is paused waits, and goes on there", () => {
  const playout = new Playout({ isReplay: true });
  push(playout, 0, 30);
  render(playout, 200);
  playout.hold(true);
  playout.jumpTo(2);
  push(playout, 200, 240, { jump: 2 });
  render(playout, 1_000);
  expect(playout.isSounding).toBe(false);
  playout.hold(false);
  render(playout, 100);
  expect(playout.report(0).at).toBeCloseTo(4_000 + 101, -1);
});

test("a stall is an underrun, and the sound goes on where it was", () => {
  const playout = new Playout({ isReplay: true });
  push(playout, 0, 20);
  render(playout, 3_000);
  expect(playout.isSounding).toBe(false);
  for (let index = 20; index < 60; index++) playout.push(chunk(index));
  render(playout, 200);
  expect(playout.isSounding).toBe(true);
  const { at, underruns } = playout.report(0);
  expect(underruns).toBe(1);
  expect(at).toBeGreaterThan(550);
  expect(at).toBeLessThan(640);
});
