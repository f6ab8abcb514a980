import { expect, test } from "vitest";
import { type GuestStage, onNow } from "./on-now.ts";

const stage = (id: string, status: GuestStage["status"], startTime?: number) =>
  ({ id, status, nextSet: startTime === undefined ? null : { startTime } }) as GuestStage;

test("a live stage is shown before one that lost its source, and is kept while another goes live before it", () => {
  const stages = [
    stage("lost", "reconnecting"),
    stage("one", "live"),
    stage("two", "live"),
    stage("off", "offline", 1),
  ];
  expect(onNow(stages)).toMatchObject({ live: { id: "one" }, next: null });
  expect(onNow(stages, "two").live?.id).toBe("two");
  expect(onNow(stages, "off").live?.id).toBe("one");
  expect(onNow(stages.slice(0, 1)).live?.id).toBe("lost");
});

test("with none on air it is the set that starts first", () => {
  const stages = [stage("one", "offline", 30), stage("two", "offline", 20), stage("none", "offline")];
  expect(onNow(stages)).toMatchObject({ live: null, next: { set: { startTime: 20 }, stage: { id: "two" } } });
  expect(onNow([])).toEqual({ live: null, next: null });
});
