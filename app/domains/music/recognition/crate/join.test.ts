import { beforeEach, expect, test, vi } from "vitest";
import type { AppContext } from "#app/context.ts";
import { isSameRecording } from "#packages/fingerprint/same-recording.ts";
import { listCratePeers } from "../queries/crate-peers.ts";
import type { ReferenceRow } from "../queries/references.ts";
import { Comparisons } from "./comparisons.server.ts";
import type { Fresh } from "./fresh.ts";
import { joinBySound, joinDuplicates } from "./join.server.ts";

vi.mock(import("#packages/fingerprint/same-recording.ts"), { spy: true });
vi.mock(import("../queries/crate-peers.ts"), { spy: true });
vi.mock("#packages/fingerprint/peak-format.ts", () => ({
  decodePeaks: () => ({ frames: 0, peaks: {} }),
  encodePeaks: () => new Uint8Array(),
}));
vi.mock("#packages/fingerprint/sound-pieces.ts", () => ({ cut: () => ({}) }));

/** Number of turns that others had had, at each comparison. */
let turns: number[];
let turn = 0;

beforeEach(() => {
  turns = [];
  vi.mocked(isSameRecording)
    .mockReset()
    .mockImplementation(() => {
      turns.push(turn);
      return false;
    });
});

const row = (id: string, facts: Partial<ReferenceRow> = {}) =>
  ({
    id,
    ownerId: "dj",
    trackId: null,
    isrc: null,
    artists: ["Ada"],
    title: "Tides",
    durationMs: 300_000,
    digest: id,
    sameAs: null,
    ...facts,
  }) as ReferenceRow;
const freshOf = (count: number, title = "Tides"): Fresh[] =>
  Array.from({ length: count }, (_, place) => ({
    row: row(`${title} ${place}`, { title, durationMs: 300_000 + place }),
    peaks: new Uint8Array(),
    fingerprint: null,
  }));
const referencePeaks: AppContext["referencePeaks"] = {
  put: () => Promise.resolve(),
  read: (ids) => Promise.resolve(new Map(ids.map((id) => [id, new Uint8Array()]))),
  remove: () => Promise.resolve(),
};

async function besideOthers<T>(work: Promise<T>): Promise<T> {
  const others = setInterval(() => (turn += 1));
  try {
    return await work;
  } finally {
    clearInterval(others);
  }
}

test("a batch of fifty files with one title makes a few comparisons, with a turn of others before each", async () => {
  const work = joinDuplicates({ referencePeaks }, new Comparisons(4), freshOf(50), [], []);
  await besideOthers(work);
  expect(turns).toHaveLength(4);
  expect(new Set(turns).size).toBe(4);
});

test("the likeliest of a batch are compared first", async () => {
  const fresh = [...freshOf(10, "Another"), ...freshOf(2)];
  const crate = [row("known", { durationMs: 900_000 })];
  vi.mocked(isSameRecording).mockReturnValue(true);
  for (const [place, each] of fresh.slice(0, 10).entries()) each.row.title = `Another ${place}`;
  await joinDuplicates({ referencePeaks }, new Comparisons(2), fresh, crate, []);
  expect(fresh.slice(10).map(({ row: { sameAs } }) => sameAs)).toEqual(["known", "known"]);
});

test("a decision made again compares nothing twice, and nothing is compared once it may not be", async () => {
  const comparisons = new Comparisons(4);
  for (let tries = 0; tries < 3; tries += 1)
    await joinDuplicates({ referencePeaks }, comparisons, freshOf(50), [], []);
  expect(turns).toHaveLength(4);
  let mayCompare = 6;
  const more = () =>
    joinDuplicates(
      { referencePeaks },
      new Comparisons(4, () => Promise.resolve(mayCompare-- > 0)),
      freshOf(50),
      [],
      [],
    );
  await more();
  await more();
  expect(turns).toHaveLength(4 + 6);
});

test("one run over new references makes so many comparisons, with a turn of others before each", async () => {
  vi.mocked(listCratePeers).mockImplementation((_db, id, among) =>
    Promise.resolve([id, ...among].map((each) => row(each))),
  );
  const find = vi.fn(() => Promise.resolve(["one", "two", "three", "four"]));
  const peaks = new Map(Array.from({ length: 20 }, (_, place) => [`new ${place}`, new Uint8Array()]));
  const deps = { db: {} as never, coldIndex: { find } as never, referencePeaks };
  await besideOthers(joinBySound(deps, new Comparisons(10), peaks));
  expect(turns).toHaveLength(10);
  expect(new Set(turns).size).toBe(10);
  // The last file that was looked for is the last that had a comparison.
  expect(find).toHaveBeenCalledTimes(4);
});
