import { expect, test } from "vitest";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { ServerClock } from "../server-clock.ts";
import { LevelTrack } from "./level-track.ts";

const offset = 1_000_000;

function startTrack() {
  let now = 0;
  const frames: UplinkFrame[] = [];
  const clock = new ServerClock(
    () => now,
    () => now + offset,
  );
  const track = new LevelTrack(clock, (frame) => frames.push(frame));
  /** Half seconds of sound as they are complete. */
  const play = (count: number) => {
    for (let i = 0; i < count; i++) {
      now += 500;
      track.push(new Uint8Array(10).fill(now / 500), now - 500);
    }
  };
  return { track, frames, play };
}

test("a second of sound makes one frame of ten pairs with the time of its first sample", () => {
  const { frames, play } = startTrack();
  play(5);
  expect(frames.map(({ kind, seq, at }) => [kind, seq, at - offset])).toEqual([
    ["levels", 0, 0],
    ["levels", 1, 1_000],
  ]);
  expect([...(frames[0]?.payload ?? [])]).toEqual([...Array(10).fill(1), ...Array(10).fill(2)]);
});

test("the first frame and the first after a restart follow a gap, and their numbers go on", () => {
  const { track, frames, play } = startTrack();
  play(5);
  track.restart();
  play(4);
  expect(frames.map(({ seq, isDiscontinuity }) => [seq, isDiscontinuity])).toEqual([
    [0, true],
    [1, false],
    [2, true],
    [3, false],
  ]);
  expect(frames[2]?.at).toBe(offset + 2_500);
});
