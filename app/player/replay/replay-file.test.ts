import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { makeFile } from "#tests/helpers/ogg-writer.ts";
import { ReplayFile } from "./replay-file.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server of these bytes, with every range that was asked of it. */
function serve(answer: (from: number, to: number) => Response | Promise<Response>) {
  const ranges: [number, number][] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: { range: string } }) => {
    const [from = 0, to = 0] = headers.range.replace("bytes=", "").split("-").map(Number);
    ranges.push([from, to]);
    return answer(from, to);
  });
  return ranges;
}

function rangeOf(bytes: Uint8Array<ArrayBuffer>, from: number, to: number): Response {
  const headers = { "content-range": `bytes ${from}-${to}/${bytes.length}` };
  if (from >= bytes.length) return new Response(null, { status: 416, headers });
  return new Response(bytes.subarray(from, to + 1), { status: 206, headers });
}

const hex = (packet: Uint8Array) => Buffer.from(packet).toString("hex");

function open(bytes: Uint8Array, duration: number, isGrowing = false) {
  let gone = 0;
  const waiting = new Set<() => void>();
  const file = new ReplayFile(
    { opus: "/replay/a.opus", opusBytes: bytes.length, duration, isGrowing },
    {
      isLowData: false,
      onPages: () => {
        for (const look of waiting) look();
      },
      onGone: () => {
        gone += 1;
      },
    },
  );
  const pageAt = async (position: number) => {
    for (;;) {
      const page = file.pageAt(position);
      if (page) return page;
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  };
  return { file, pageAt, goneCount: () => gone };
}

/** Returns 60 to 400 bytes a packet, in stretches of minutes: interpolation is far off. */
const uneven = (index: number) => 60 + Math.round(340 * Math.sin(index / 4_000) ** 2) + (index % 7);

test("any second of an uneven hour is found with few requests", { timeout: 60_000 }, async () => {
  const seconds = 3_600;
  const { bytes } = makeFile({ seconds, lengthOf: uneven });
  const counts: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: seconds * 1000 - 100 }), async (position) => {
      const { file, pageAt } = open(bytes, seconds * 1000);
      const ranges = serve((from, to) => rangeOf(bytes, from, to));
      file.goTo(position);
      const page = await pageAt(position);
      counts.push(ranges.length);
      file.close();
      expect(page.start).toBeLessThanOrEqual(position);
      expect(page.end).toBeGreaterThan(position);
    }),
    { numRuns: 60 },
  );
  counts.sort((a, b) => a - b);
  expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(4);
  expect(counts.at(-1)).toBeLessThanOrEqual(12);
});

test("of an even hour any second is found with one request, also without the start of the file", async () => {
  const { bytes } = makeFile({ seconds: 3_600 });
  for (const position of [1_000, 700_000, 2_345_000, 3_599_000]) {
    const { file, pageAt } = open(bytes, 3_600_000);
    const ranges = serve((from, to) => rangeOf(bytes, from, to));
    file.goTo(position);
    await pageAt(position);
    expect(ranges).toHaveLength(1);
    file.close();
  }
});

test("what is known is not requested again, and leads to the next position", async () => {
  const { bytes } = makeFile({ seconds: 600 });
  const { file, pageAt } = open(bytes, 600_000);
  const ranges = serve((from, to) => rangeOf(bytes, from, to));
  file.goTo(0);
  await pageAt(0);
  const { nextOffset } = await pageAt(40_000);
  const before = ranges.length;
  file.goTo(25_000);
  expect(file.pageAt(25_000)).toBeDefined();
  await pageAt(60_000);
  expect(Math.min(...ranges.slice(before).map(([from]) => from))).toBeGreaterThanOrEqual(nextOffset);
  file.close();
});

test("pages follow one another to the end", async () => {
  const { bytes, packets } = makeFile({ seconds: 30 });
  const { file, pageAt } = open(bytes, 30_000);
  serve((from, to) => rangeOf(bytes, from, to));
  file.goTo(0);
  await pageAt(29_500);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const read: string[] = [];
  let page = file.pageAt(0);
  while (page) {
    read.push(...page.packets.map(hex));
    const next = file.pageAfter(page);
    page = next === "end" ? undefined : next;
    if (next === "end") read.push("end");
  }
  expect(read).toEqual([...packets.map(hex), "end"]);
});

test("no more than a few minutes are held ahead of the listener", async () => {
  const { bytes } = makeFile({ seconds: 1_200 });
  const { file, pageAt } = open(bytes, 1_200_000);
  const ranges = serve((from, to) => rangeOf(bytes, from, to));
  file.goTo(0);
  await pageAt(60_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const asked = Math.max(...ranges.map(([, to]) => to));
  expect(asked).toBeLessThan(bytes.length / 4);
  file.heard(100_000);
  await pageAt(200_000);
  file.close();
});

test("a file that grows is requested again where it ended", async () => {
  vi.useFakeTimers();
  let { bytes } = makeFile({ seconds: 20, isGrowing: true });
  const { file, pageAt } = open(bytes, 20_000, true);
  const ranges = serve((from, to) => rangeOf(bytes, from, to));
  file.goTo(15_000);
  await vi.waitFor(() => expect(file.pageAt(19_500)).toBeDefined());
  const known = bytes.length;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(ranges.slice(-1)[0]?.[0]).toBe(known);
  bytes = makeFile({ seconds: 25 }).bytes;
  const later = pageAt(24_500);
  await vi.advanceTimersByTimeAsync(3_000);
  const last = await later;
  await vi.advanceTimersByTimeAsync(3_000);
  const end = file.pageAfter(last);
  expect(end).toMatchObject({ isLast: true });
  file.close();
});

test("a position that is not recorded yet is found once it is", async () => {
  vi.useFakeTimers();
  let { bytes } = makeFile({ seconds: 100, isGrowing: true });
  const { file, pageAt } = open(bytes, 100_000, true);
  serve((from, to) => rangeOf(bytes, from, to));
  file.goTo(103_000);
  const page = pageAt(103_000);
  await vi.advanceTimersByTimeAsync(10_000);
  bytes = makeFile({ seconds: 110, isGrowing: true }).bytes;
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await page).start).toBeLessThanOrEqual(103_000);
  file.close();
});

test("a network that is down is waited for; what may not be heard is reported", async () => {
  vi.useFakeTimers();
  const { bytes } = makeFile({ seconds: 20 });
  let isDown = true;
  const { file, pageAt, goneCount } = open(bytes, 20_000);
  serve((from, to) => {
    if (isDown) throw new TypeError("Failed to fetch");
    return rangeOf(bytes, from, to);
  });
  file.goTo(5_000);
  const page = pageAt(5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  isDown = false;
  await vi.advanceTimersByTimeAsync(4_000);
  expect((await page).start).toBeLessThanOrEqual(5_000);
  file.close();
  serve(() => new Response(null, { status: 404 }));
  const other = open(bytes, 20_000);
  other.file.goTo(0);
  await vi.advanceTimersByTimeAsync(100);
  expect([goneCount(), other.goneCount()]).toEqual([0, 1]);
});
