import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SetStateName } from "../contract/set-state.ts";
import { AirBadge } from "./air-badge.tsx";

const textOf = (isOnAir: boolean, name: SetStateName | null) =>
  renderToStaticMarkup(
    createElement(AirBadge, { isOnAir, state: name === null ? null : { name, since: 0 } }),
  ).replace(/<[^>]*>/g, "");

test("what is on air is LIVE only while it is heard", () => {
  expect(textOf(true, "on-air")).toBe("LIVE");
  expect(textOf(true, null)).toBe("LIVE");
  expect(textOf(true, "silent")).toBe("SILENCE");
  expect(textOf(true, "dropped")).toBe("BACK IN A MOMENT");
});

test("off the air only a set that is waited for is told", () => {
  expect(textOf(false, "late")).toBe("STARTING LATE");
  expect(textOf(false, "dropped")).toBe("BACK IN A MOMENT");
  expect(textOf(false, "booked")).toBe("");
  expect(textOf(false, null)).toBe("");
});
