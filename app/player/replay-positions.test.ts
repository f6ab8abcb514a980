import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetPosition, keepPosition, readPosition } from "./replay-positions.ts";

const hourMs = 3_600_000;
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a return goes on where it was left, unless that was at the start or almost the end", () => {
  keepPosition("a", 600_000);
  keepPosition("b", 12_000);
  keepPosition("c", hourMs - 20_000);
  expect(["a", "b", "c", "d"].map((id) => readPosition(id, hourMs))).toEqual([600_000, 0, 0, 0]);
  forgetPosition("a");
  expect(readPosition("a", hourMs)).toBe(0);
});

test("the positions of the 50 replays that were heard last are kept", () => {
  for (let index = 0; index < 55; index++) keepPosition(`r${index}`, 100_000 + index);
  keepPosition("r10", 200_000);
  expect(readPosition("r4", hourMs)).toBe(0);
  expect(readPosition("r5", hourMs)).toBe(100_005);
  expect(readPosition("r10", hourMs)).toBe(200_000);
});

test("what someone else has stored there is ignored", () => {
  localStorage.setItem("cue", JSON.stringify({ replayPositions: "broken" }));
  expect(readPosition("a", hourMs)).toBe(0);
  keepPosition("a", 90_000);
  expect(readPosition("a", hourMs)).toBe(90_000);
});
