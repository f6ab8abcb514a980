import { expect, test } from "vitest";
import type { Line } from "../evidence.ts";
import { namedSpans, partsOf, unnamedSpans } from "./spans.ts";

const minMs = 60_000;
const onAir = [{ from: 0, to: 60 * minMs }];

let count = 0;
/** A line from one minute to another, named by an encoder unless changed. */
function line(from: number, to: number, change: Partial<Line> = {}): Line {
  const id = `line ${++count}`;
  return {
    id,
    plays: [id],
    trackId: `track of ${id}`,
    artist: "Ana",
    title: id,
    startsAt: from * minMs,
    endsAt: to * minMs,
    source: "encoder",
    kinds: ["encoder"],
    namedBy: [],
    confidence: "named",
    isConfirmed: false,
    isOwn: false,
    hiddenUntil: null,
    isSample: false,
    isContradicted: false,
    isAnothers: false,
    versions: [],
    suggestions: [],
    ...change,
  };
}

const spansOf = (...lines: Line[]) =>
  namedSpans(lines, onAir).map(({ line: { id }, span }) => [id, span.from / minMs, span.to / minMs]);

test("of a named line the middle is taken, without a minute at both ends and without what else is heard", () => {
  const [whole, short, blended] = [line(0, 6), line(6, 9), line(10, 18)];
  const over = line(13, 14, { kinds: ["ear"], source: "ear", confidence: "possible" });
  expect(spansOf(whole, short, blended, over)).toEqual([
    [whole.id, 1, 5],
    [blended.id, 14, 17],
  ]);
  // The ear hears the same track, and a span that nobody has named is the same sound.
  const same = line(10, 18, { trackId: blended.trackId, kinds: ["ear"] });
  const unnamed = line(12, 14, { trackId: null, kinds: ["ear"], confidence: "possible" });
  expect(spansOf(blended, same, unnamed)).toEqual([[blended.id, 11, 17]]);
  expect(namedSpans([line(2, 8)], [{ from: 0, to: 5 * minMs }])[0]?.span).toEqual({
    from: 3 * minMs,
    to: 5 * minMs,
  });
  expect(spansOf(line(20, 34))[0]).toEqual([expect.any(String), 24, 30]);
});

test("nothing is taken from what is doubtful, secret, forgotten, the performer's own, or known by the ear alone", () => {
  const doubtful: Partial<Line>[] = [
    { isContradicted: true },
    { confidence: "possible" },
    { hiddenUntil: 1 },
    { isOwn: true },
    { isSample: true },
    { trackId: null },
    { endsAt: null },
    { kinds: ["ear"], source: "ear" },
    { endsAt: 16.1 * minMs },
  ];
  for (const change of doubtful) expect(spansOf(line(0, 6, change)), JSON.stringify(change)).toEqual([]);
});

test("what is on air and in no line has no name, from a minute and a half on", () => {
  const lines = [line(1, 10), line(11, 20, { trackId: null }), line(30, 40)];
  expect(unnamedSpans(lines, onAir)).toEqual([
    { from: 20 * minMs, to: 30 * minMs },
    { from: 40 * minMs, to: 60 * minMs },
  ]);
  expect(partsOf({ from: 40 * minMs, to: 60 * minMs + 1 })).toHaveLength(3);
  expect(partsOf({ from: 0, to: 10 * minMs })).toEqual([{ from: 0, to: 10 * minMs }]);
});
