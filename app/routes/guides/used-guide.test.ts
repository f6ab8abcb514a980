import { expect, test } from "vitest";
import { guideFor } from "./used-guide.ts";

test.each([
  ["Traktor Pro 3", "/djs/traktor"],
  ["Virtual DJ 2024", "/djs/virtualdj"],
  ["mixxx", "/djs/mixxx"],
  ["Ableton Live", "/djs/butt"],
  ["", "/djs/butt"],
])("the software “%s” has its guide at %s", (software, path) => {
  expect(guideFor(software).path).toBe(path);
});
