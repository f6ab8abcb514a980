import { expect, test } from "vitest";
import { offAir } from "../stages/contract/stages.ts";
import type { SetView } from "./contract/sets.ts";
import { withStates, withStatesIn } from "./states-of.ts";

const read = {
  id: "tide",
  name: "Tide",
  startTime: 1_000,
  endTime: 2_000,
  state: { name: "booked", since: 0 },
};
const other = { ...read, id: "ebb" };

test("a list shows a set with the state and the times that its stage has now, and the others as they were read", () => {
  const extended = { ...read, endTime: 3_000, state: { name: "silent", since: 1_500 } };
  const onAir = { ...offAir, currentSet: extended as unknown as SetView };
  const sets = [read, other] as unknown as SetView[];
  expect(withStates(sets, [{ onAir }])).toEqual([extended, other]);
});

test("a stage that does not say a state leaves the one that was read", () => {
  const { state: _, ...moved } = { ...read, startTime: 1_100 };
  const onAir = { ...offAir, nextSet: moved as unknown as SetView };
  expect(withStates([read] as unknown as SetView[], [{ onAir }])).toEqual([{ ...read, startTime: 1_100 }]);
});

test("a list that was read earlier follows a newer one", () => {
  const moved = { ...read, name: "Renamed", endTime: 4_000, state: { name: "on-air", since: 1_200 } };
  const sets = [read, other] as unknown as SetView[];
  const { endTime, state } = moved;
  expect(withStatesIn(sets, [moved] as unknown as SetView[])).toEqual([{ ...read, endTime, state }, other]);
});
