import { beforeEach, expect, test, vi } from "vitest";
import { numbersEach, type Postings } from "#app/domains/music/recognition/cold/postings.ts";
import { encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { Peaks, strong } from "#packages/fingerprint/peaks.ts";
import { createColdIndex } from "./cold-index.ts";

const shard = vi.hoisted(() => ({
  add: vi.fn<(of: Postings) => void>(),
  find: vi.fn<(of: Float64Array) => Postings>(),
}));
vi.mock("./stubs.ts", () => ({ referenceShard: () => shard }));

const index = createColdIndex({ CUE_MODE: "local" } as never);
beforeEach(() => vi.clearAllMocks());

/** Peaks as dense as the rules of a crate allow, and anywhere. */
function densePeaks(seconds: number): Uint8Array<ArrayBuffer> {
  const peaks = new Peaks();
  let state = 1;
  const frames = seconds * 60;
  for (let each = 0; each < frames; each++) {
    state = (state * 48_271) % 2_147_483_647;
    peaks.push(each, 20 + (state % 400), strong);
  }
  return encodePeaks({ frames, peaks });
}

test("a file of any density is added and looked for in parts, with a turn of others before each", async () => {
  const turns: number[] = [];
  const hashesOf: number[][] = [];
  const asked: number[] = [];
  let turn = 0;
  shard.add.mockImplementation(({ numbers }) => {
    hashesOf.push([...new Set(numbers.filter((_, place) => place % numbersEach === 0))]);
    turns.push(turn);
  });
  shard.find.mockImplementation((hashes) => {
    asked.push(hashes.length);
    turns.push(turn);
    return { ids: [], owners: [], numbers: new Float64Array() };
  });
  const others = setInterval(() => (turn += 1));
  await index.add([{ id: "dense", owner: "dj", peaks: densePeaks(120) }]);
  await index.find(densePeaks(10));
  clearInterval(others);
  expect(hashesOf.length).toBeGreaterThan(5);
  expect(asked.length).toBeGreaterThan(1);
  expect(Math.max(...hashesOf.map(({ length }) => length))).toBeLessThanOrEqual(500);
  expect(Math.max(...asked)).toBeLessThanOrEqual(1_000);
  expect(new Set(turns).size).toBe(turns.length);
  // All of one hash at once: the object counts how many places it has.
  const hashes = hashesOf.flat();
  expect(new Set(hashes).size).toBe(hashes.length);
});
