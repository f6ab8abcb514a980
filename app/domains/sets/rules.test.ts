import { expect, test } from "vitest";
import { decideBooking } from "./rules.ts";

const slot = (startsAt: number, endsAt: number) => ({ startsAt, endsAt });

test("a slot may touch its neighbours and never overlap one", () => {
  const taken = [slot(100, 200), slot(300, 400)];
  expect(decideBooking(slot(200, 300), taken)).toEqual({ ok: true });
  for (const overlap of [slot(199, 250), slot(250, 301), slot(120, 130), slot(50, 450), slot(100, 200)]) {
    expect(decideBooking(overlap, taken)).toEqual({ ok: false, code: "conflict" });
  }
});

test("a slot has a length, of a day at most", () => {
  for (const wrong of [slot(5, 5), slot(6, 5), slot(0, 86_400_001), slot(Number.NaN, 5)]) {
    expect(decideBooking(wrong, [])).toEqual({ ok: false, code: "bad-input" });
  }
});
