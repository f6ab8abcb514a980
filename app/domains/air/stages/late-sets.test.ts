import { expect, test } from "vitest";
import { punctualitySentence, stillConnectedSentence } from "./late-sets.ts";

const startsAt = Date.UTC(2026, 10, 27, 20);
const at = startsAt + 7.4 * 60_000;
const told = { set: "Night swim", stage: "Pier", performer: "Ada", startsAt, at, isConnected: false };

test("performers and managers are told of a late set in their own words", () => {
  expect(punctualitySentence("late", told, true)).toBe(
    "Your set “Night swim” on Pier has started without you. Connect your encoder now: the stage is waiting for you.",
  );
  expect(punctualitySentence("late", { ...told, isConnected: true }, true)).toBe(
    "“Night swim” on Pier has started, and your encoder is connected but silent. Play something.",
  );
  expect(punctualitySentence("late", told, false)).toBe(
    "“Night swim” by Ada on Pier is starting late. It was due at 27 Nov 2026, 20:00 UTC, and nothing is heard yet.",
  );
  expect(punctualitySentence("started-late", told, false)).toBe(
    "“Night swim” by Ada on Pier started 7 minutes late.",
  );
  expect(punctualitySentence("started-late", { ...told, at: startsAt + 61_000 }, true)).toBe(
    "Your set “Night swim” on Pier started 1 minute late.",
  );
  expect(punctualitySentence("missed", told, false)).toBe("“Night swim” by Ada on Pier was not played.");
});

test("a performer who is still connected is told when their profile goes live", () => {
  expect(stillConnectedSentence("Night swim", startsAt)).toBe(
    "“Night swim” is over, but your encoder is still connected. At 27 Nov 2026, 20:00 UTC your profile goes live, unless you disconnect or choose Stay Off Air.",
  );
});
