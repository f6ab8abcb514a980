import { expect, test } from "vitest";
import { certaintyOf, type Evidence } from "./line.ts";
import { thresholdsFor } from "./thresholds.ts";

const thresholds = thresholdsFor(100);
/** Evidence as of a track that is heard alone. */
const clear: Evidence = { seconds: 30, share: 0.8, chance: 0.03, excess: 600, disturbed: 0, echo: 0.2 };
const certainty = (differing: Partial<Evidence>) => certaintyOf({ ...clear, ...differing }, thresholds);

test("a track that is heard alone is named", () => {
  expect(certainty({})).toBe("named");
  expect(certainty({ seconds: 14 })).toBe("possible");
});

test("a low share is named only where another track or noise hides the rest", () => {
  expect(certainty({ share: 0.3 })).toBe("possible");
  expect(certainty({ share: 0.3, disturbed: 0.4 })).toBe("possible");
  expect(certainty({ share: 0.3, disturbed: 0.6 })).toBe("named");
  expect(certainty({ share: 0.21, disturbed: 1 })).toBe("possible");
});

test("a share of 0.4 needs no reason", () => {
  expect(certainty({ share: 0.4 })).toBe("named");
});

test("where another place on the reference has much of it, a low share is not even possible", () => {
  expect(certainty({ share: 0.29, echo: 0.39 })).toBe("possible");
  expect(certainty({ share: 0.29, echo: 0.4 })).toBe("candidate");
  expect(certainty({ share: 0.3, echo: 0.69 })).toBe("possible");
  expect(certainty({ share: 0.3, echo: 0.7 })).toBe("candidate");
  expect(certainty({ share: 0.5, echo: 1 })).toBe("named");
});
