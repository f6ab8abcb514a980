import { expect, test } from "vitest";
import { nextSetChange, nobodyThere, type SetPresence, setStateAt, stateNow } from "./set-state.ts";

const set = { startTime: 1_000_000, endTime: 2_000_000 };
const encoder = { connectedAt: 900_000, silentSince: null };
const silent = { connectedAt: 900_000, silentSince: 1_300_000 };
const air = { since: 1_000_000, lostAt: null };

test.each<[string, Partial<SetPresence>, number, string, number | null]>([
  ["long before", {}, 0, "booked", null],
  ["a minute before its start", {}, 940_000, "due", 940_000],
  ["at its start, with nobody there", {}, 1_000_000, "due", 940_000],
  ["before its start, with a connected encoder", { encoder }, 950_000, "standby", 900_000],
  [
    "more than half an hour before its start, with a connected encoder",
    { encoder },
    -800_001,
    "booked",
    null,
  ],
  ["half an hour before its start, with a connected encoder", { encoder }, -800_000, "standby", 900_000],
  ["at its start, while another is on air", { encoder }, 1_030_000, "standby", 900_000],
  ["a minute after its start", {}, 1_060_000, "late", 1_000_000],
  ["a minute after its start, connected and not heard", { encoder }, 1_060_000, "late", 1_000_000],
  ["on air before its start", { air, encoder }, 990_000, "on-air", 1_000_000],
  ["on air", { air, encoder }, 1_500_000, "on-air", 1_000_000],
  ["on air with silence", { air, encoder: silent }, 1_500_000, "silent", 1_300_000],
  ["lost a moment ago", { air: { ...air, lostAt: 1_400_000 } }, 1_404_000, "dropped", 1_400_000],
  ["lost for as long as it lasts", { playedUntil: 1_408_000 }, 1_900_000, "dropped", 1_408_000],
  ["back with silence", { playedUntil: 1_200_000, encoder: silent }, 1_500_000, "silent", 1_300_000],
  ["at its end", { playedUntil: 1_408_000 }, 2_000_000, "over", 2_000_000],
  ["at its end, never heard", {}, 2_000_000, "over", 2_000_000],
  [
    "past its end, still connected",
    { encoder, playedUntil: 2_000_000 },
    2_010_000,
    "still-connected",
    2_000_000,
  ],
])("a set %s", (_, presence, now, name, since) => {
  expect(setStateAt(set, { ...nobodyThere, ...presence }, now)).toEqual({ name, since });
});

test.each<[string, Partial<SetPresence>, string]>([
  ["on air", { air, encoder }, "on-air"],
  ["on air with silence", { air, encoder: silent }, "silent"],
  ["lost a moment ago", { air: { ...air, lostAt: 2_028_000 } }, "dropped"],
])("a set that is %s past its end is marked as that, from its end on", (_, presence, name) => {
  const at = (now: number) => setStateAt(set, { ...nobodyThere, ...presence }, now);
  expect(at(2_030_000)).toMatchObject({ name, isPastEnd: true });
  expect(at(2_000_000)).toMatchObject({ name, isPastEnd: true });
  expect(at(1_999_999)).not.toHaveProperty("isPastEnd");
});

test("a performance without an end is never over", () => {
  const endless = { ...set, endTime: null };
  expect(setStateAt(endless, { ...nobodyThere, air }, 9e12).name).toBe("on-air");
});

test("the clock alone makes a set due, late, and over", () => {
  const times = [0, 940_000, 1_060_000, 2_000_000].map((now) => nextSetChange(set, now));
  expect(times).toEqual([940_000, 1_060_000, 2_000_000, null]);
});

test("a page that is open for a while keeps what the server said, except what the clock knows better", () => {
  const state = (name: "booked" | "on-air") => ({ name, since: null });
  expect(stateNow({ ...set, state: state("booked") }, 950_000).name).toBe("due");
  // Its performer may have come meanwhile.
  expect(stateNow({ ...set, state: state("booked") }, 1_500_000).name).toBe("booked");
  expect(stateNow({ ...set, state: state("on-air") }, 1_500_000).name).toBe("on-air");
  expect(stateNow({ ...set, state: state("on-air") }, 2_000_000).name).toBe("over");
});

test("a set that was read past its end is what its stage said, for as long as it can be on air", () => {
  const state = { name: "on-air", since: 1_000_000, isPastEnd: true } as const;
  expect(stateNow({ ...set, state }, 2_000_000)).toBe(state);
  expect(stateNow({ ...set, state }, 2_179_999)).toBe(state);
  expect(stateNow({ ...set, state }, 2_180_000)).toEqual({ name: "over", since: 2_000_000 });
  const silence = { name: "silent", since: 1_500_000, isPastEnd: true } as const;
  expect(stateNow({ ...set, state: silence }, 2_030_000)).toBe(silence);
});
