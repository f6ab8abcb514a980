import { expect, test } from "vitest";
import type { SetView } from "../schedule/contract/sets.ts";
import { conflictsOf } from "./request-conflicts.ts";

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

const set = (id: string, startTime: number, endTime: number | null): SetView => ({
  id,
  _id: id,
  name: id,
  description: "",
  url: "",
  startTime,
  endTime,
  room: { id: "harbour", name: "Harbour" },
  user: { id: "ada", _id: "ada", username: "Ada", profile: null },
  peakListeners: 0,
  totalFavorites: 0,
  totalCheers: 0,
  totalTips: null,
  replay: null,
});
const slot = (startTime: number) => ({ startTime, endTime: startTime + hourMs });
const found = (slots: ReturnType<typeof slot>[], sets: SetView[]) =>
  conflictsOf({ slots }, sets).map(({ week, set }) => `${week} ${set.id}`);

test("an overlapping set conflicts with a slot, and an adjacent one does not", () => {
  const sets = [
    set("before", 0, hourMs),
    set("into", hourMs, hourMs * 2.5),
    set("after", hourMs * 3, hourMs * 4),
  ];
  expect(found([slot(2 * hourMs)], sets)).toEqual(["1 into"]);
});

test("each taken week of a series is listed", () => {
  const slots = [slot(0), slot(weekMs), slot(2 * weekMs)];
  const sets = [set("third", 2 * weekMs - 1, 2 * weekMs + 1), set("first", 0, 2 * hourMs)];
  expect(found(slots, sets)).toEqual(["1 first", "3 third"]);
});

test("a performance without an end conflicts from its start on", () => {
  expect(found([slot(hourMs)], [set("open", 0, null)])).toEqual(["1 open"]);
  expect(found([slot(0)], [set("later", hourMs, null)])).toEqual([]);
});

test("the set that a request would change does not conflict with it", () => {
  const moved = { id: "own", startTime: 0, endTime: hourMs, user: null };
  const sets = [set("own", 0, hourMs), set("other", 0, hourMs)];
  expect(conflictsOf({ slots: [slot(0)], set: moved }, sets).map(({ set }) => set.id)).toEqual(["other"]);
});
