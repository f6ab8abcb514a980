import { expect, test, vi } from "vitest";
import type { AppContext } from "#app/context.ts";
import { listToIndex, setIndexed } from "../queries/cold-index.ts";
import { keepIndex } from "./keep-index.server.ts";

vi.mock("#packages/fingerprint/peak-format.ts", () => ({ arePeaks: () => true }));
vi.mock("../crate/join.server.ts", () => ({ joinBySound: () => Promise.resolve() }));
vi.mock("../queries/references.ts", () => ({}));
vi.mock("../queries/cold-index.ts", () => ({
  listToRemove: () => Promise.resolve([]),
  listToIndex: vi.fn(),
  setIndexed: vi.fn(() => Promise.resolve()),
}));

async function run(sizes: readonly number[]): Promise<string[]> {
  vi.mocked(setIndexed).mockClear();
  vi.mocked(listToIndex).mockResolvedValue(sizes.map((_, place) => ({ id: `${place}`, owner: "dj" })));
  const added: string[] = [];
  const coldIndex: Pick<AppContext["coldIndex"], "add"> = {
    add: async (references) => void added.push(...references.map(({ id }) => id)),
  };
  const referencePeaks: Pick<AppContext["referencePeaks"], "read"> = {
    read: async (ids) => new Map(ids.map((id) => [id, new Uint8Array(sizes[Number(id)] ?? 0)])),
  };
  const deps = { db: {}, clock: { now: () => 1 }, coldIndex, referencePeaks };
  await keepIndex(deps as unknown as AppContext);
  expect(vi.mocked(setIndexed).mock.calls.flatMap(([, ids]) => ids)).toEqual(added);
  return added;
}

test("a run adds twenty usual files, and fewer of the largest: what is left over is for the next", async () => {
  expect(await run(Array(20).fill(24_000))).toHaveLength(20);
  expect(await run(Array(20).fill(60_000))).toHaveLength(10);
  // One that alone is too much is added all the same.
  expect(await run([900_000, 24_000])).toEqual(["0"]);
});
