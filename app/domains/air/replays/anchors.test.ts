import { expect, test } from "vitest";
import { anchorsOf } from "./anchors.ts";
import { gapsIn } from "./timeline.ts";

test("start and gaps are the way back to the anchors", () => {
  const startTime = 1_800_000_000_000;
  const anchors = [
    { position: 0, at: startTime },
    { position: 60_000, at: startTime + 90_000 },
    { position: 100_000, at: startTime + 190_000 },
  ];
  expect(anchorsOf({ startTime, gaps: gapsIn(anchors) })).toEqual(anchors);
  expect(anchorsOf({ startTime, gaps: [] })).toEqual(anchors.slice(0, 1));
});
