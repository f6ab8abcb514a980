import { expect, it } from "vitest";
import { leftText } from "./sleep-text.ts";

it.each([
  [1_800_000, "30 min", "30 minutes"],
  [1_799_999, "30 min", "30 minutes"],
  [61_000, "2 min", "2 minutes"],
  [60_000, "60 s", "60 seconds"],
  [900, "1 s", "1 second"],
  [-5, "0 s", "0 seconds"],
])("%d ms of a sleep timer are shown as %s and read out as %s", (leftMs, short, spoken) => {
  expect(leftText(leftMs)).toEqual({ short, spoken });
});
