import { expect, test } from "vitest";
import { decodePeaks } from "#packages/fingerprint/peak-format.ts";
import { commonShare } from "#packages/fingerprint/same-recording.ts";
import { makeMusic } from "#tests/helpers/made-music.ts";
import { soundPieces } from "#tests/helpers/sound-pieces.ts";
import { cutSound, joinPieces, soundIn } from "./sound.ts";

const at = 1_800_000_000_000;
const music = makeMusic(5, 180);

test("minutes of sound are one again, at their times, also where one came twice or in another order", () => {
  const pieces = soundPieces(music, at);
  expect(pieces.map(({ from }) => from - at)).toEqual([0, 60_000, 120_000]);
  const runs = joinPieces([...pieces.toReversed(), ...pieces.slice(1, 2)]);
  expect(runs.map(({ from, to }) => [from - at, to - at])).toEqual([[0, 180_000]]);
  const span = { from: at + 30_000, to: at + 150_000 };
  const cut = cutSound(runs, span);
  if (cut === null) throw new Error("nothing was cut");
  expect(decodePeaks(cut).frames).toBe(7_500);
  const [whole] = soundPieces(music.subarray(30 * 8_000, 150 * 8_000), at, 120);
  expect(whole).toBeDefined();
  expect(commonShare(cut, whole?.peaks ?? new Uint8Array())).toBeGreaterThan(0.9);
});

test("nothing is cut across a gap, from what cannot be read, or from silence", () => {
  const [first, , third] = soundPieces(music, at);
  if (first === undefined || third === undefined) throw new Error("no pieces");
  const runs = joinPieces([first, { from: at + 60_000, peaks: Uint8Array.of(9, 9) }, third]);
  expect(soundIn(runs, { from: at, to: at + 180_000 })).toEqual([
    { from: at, to: at + 60_000 },
    { from: at + 120_000, to: at + 180_000 },
  ]);
  expect(cutSound(runs, { from: at + 30_000, to: at + 150_000 })).toBeNull();
  const silence = joinPieces(soundPieces(new Float32Array(120 * 8_000), at));
  expect(silence).toHaveLength(1);
  expect(cutSound(silence, { from: at, to: at + 100_000 })).toBeNull();
});
