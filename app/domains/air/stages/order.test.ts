import { expect, test } from "vitest";
import { compareStages } from "./order.ts";

const stage = (id: string, facts: { online?: boolean; instant?: boolean; startTime?: number } = {}) => ({
  id,
  name: id,
  online: false,
  instant: false,
  startTime: null,
  nextSet: null,
  ...facts,
});

test("online booking stages come first, then online on-demand stages, then offline ones, each by start", () => {
  const sorted = [
    stage("offline"),
    stage("on-demand", { online: true, instant: true, startTime: 1 }),
    stage("later", { online: true, startTime: 9 }),
    stage("earlier", { online: true, startTime: 5 }),
    stage("also offline"),
  ].toSorted(compareStages);
  expect(sorted.map((entry) => entry.id)).toEqual([
    "earlier",
    "later",
    "on-demand",
    "also offline",
    "offline",
  ]);
});
