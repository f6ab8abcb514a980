import { expect, test } from "vitest";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { phaseOf } from "./set-phase.ts";

const live: LiveSet["air"] = { status: "live", since: 90 };

test.each([
  ["before its start", {}, 99, "before"],
  ["at its start, with nobody heard", {}, 100, "missing"],
  ["on air", { air: live }, 150, "onAir"],
  ["on air a minute early", { air: live }, 95, "onAir"],
  ["on air past its end", { air: live }, 250, "onAir"],
  ["with a dropped connection", { air: { ...live, status: "reconnecting" as const } }, 150, "reconnecting"],
  ["off the air at its end", {}, 200, "over"],
  ["cancelled while on air", { isCancelled: true, air: live }, 150, "cancelled"],
])("a set %s", (_, change, now, standing) => {
  const set = { isCancelled: false, air: null, startTime: 100, endTime: 200, ...change };
  expect(phaseOf(set, now)).toBe(standing);
});
