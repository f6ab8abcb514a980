import { expect, test } from "vitest";
import {
  decidePlacement,
  findAwaited,
  isHeld,
  type Placement,
  standbyReason,
  standbyTimes,
} from "./standby.ts";

const minuteMs = 60_000;
const now = 1_000 * minuteMs;
const soon = { set: "set", startsAt: now + 10 * minuteMs };
const connected = (connection: string) => ({ connection, isConnected: true, disconnectedAt: null });
const gone = (at: number) => ({ connection: "a", isConnected: false, disconnectedAt: at });
const waiting = decidePlacement({ before: null, encoder: connected("a"), awaited: soon, now }) as Placement;
const open = decidePlacement({ before: null, encoder: connected("a"), awaited: null, now }) as Placement;

test("an encoder waits for a set of its performer that starts within half an hour, and is open at other times", () => {
  const set = (startsAt: number, performerId = "ada", stageId = "hall") => ({
    id: "set",
    stageId,
    performerId,
    startsAt,
    endsAt: startsAt + 60 * minuteMs,
  });
  const find = (...sets: ReturnType<typeof set>[]) =>
    findAwaited(sets, { stageId: "hall", performerId: "ada" }, now);
  expect(find(set(now + standbyTimes.windowMs))).toEqual({ set: "set", startsAt: now + 30 * minuteMs });
  expect(find(set(now + 20 * minuteMs), set(now + 5 * minuteMs))?.startsAt).toBe(now + 5 * minuteMs);
  for (const other of [
    set(now + standbyTimes.windowMs + 1),
    set(now),
    set(now + minuteMs, "bob"),
    set(now + minuteMs, "ada", "cellar"),
  ])
    expect(find(other)).toBeNull();
  expect(waiting).toMatchObject({ place: "standby", set: "set", startsAt: soon.startsAt });
  expect(open).toMatchObject({ place: "open", set: null });
  expect([isHeld(waiting), isHeld(open), isHeld(null)]).toEqual([true, false, false]);
});

test("an encoder of a performer who is kept off the profile waits for a set, and else is heard by them alone", () => {
  const decide = (awaited: typeof soon | null) =>
    decidePlacement({ before: null, encoder: connected("a"), awaited, isKeptOffProfile: true, now });
  expect(decide(soon)).toMatchObject({ place: "standby", set: "set" });
  expect(decide(null)).toMatchObject({ place: "off", set: null });
  expect(isHeld(decide(null))).toBe(true);
});

test("cancelling or booking a set does not change the placement of a connected encoder", () => {
  const later = now + 5 * minuteMs;
  const decide = (before: Placement, awaited: typeof soon | null) =>
    decidePlacement({ before, encoder: connected("a"), awaited, now: later })?.place;
  expect(decide(waiting, null)).toBe("standby");
  expect(decide(open, soon)).toBe("open");
});

test("an encoder on standby waits for the new time of a moved set", () => {
  const moved = { set: "set", startsAt: now + 20 * minuteMs };
  expect(decidePlacement({ before: waiting, encoder: connected("a"), awaited: moved, now })?.startsAt).toBe(
    moved.startsAt,
  );
});

test.each([
  ["standby", waiting, null],
  ["open", open, soon],
  ["ended", { ...open, place: "ended" } as Placement, null],
])(
  "an encoder that reconnects within a minute is still %s, and after that its placement is decided again",
  (place, before, awaited) => {
    const left = decidePlacement({ before, encoder: gone(now), awaited, now: now + 1_000 });
    expect(left?.leftAt).toBe(now);
    const back = (afterMs: number) =>
      decidePlacement({ before: left, encoder: connected("b"), awaited, now: now + afterMs });
    expect(back(standbyTimes.returnMs)).toMatchObject({ connection: "b", place, leftAt: null });
    expect(back(standbyTimes.returnMs + 1)?.place).toBe(awaited === null ? "open" : "standby");
  },
);

test("standby has a reason", () => {
  const standby = { place: "standby", set: "set" } as const;
  const ended = { place: "ended", set: "set" } as const;
  expect(standbyReason(standby, soon, null)).toBe("soon");
  expect(standbyReason(standby, null, { status: "cancelled" })).toBe("cancelled");
  expect(standbyReason(standby, null, null)).toBe("cancelled");
  expect(standbyReason(standby, null, { status: "accepted" })).toBe("moved");
  expect(standbyReason(ended, null, { status: "accepted" })).toBe("ended");
  expect(standbyReason(ended, soon, { status: "accepted" })).toBe("soon");
  expect(standbyReason({ place: "ended", set: null }, null, null)).toBe("passed");
  expect(standbyReason({ place: "off", set: "set" }, null, { status: "accepted" })).toBe("over");
  expect(standbyReason({ place: "off", set: null }, null, null)).toBe("chosen");
});
