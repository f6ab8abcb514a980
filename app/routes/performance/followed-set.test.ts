import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { ServerNow } from "#app/ui/clock.ts";
import { FollowedSet } from "./followed-set.tsx";
import type { PerformancePageData } from "./performance-page-data.ts";

const minuteMs = 60_000;
const now = 1_800_000_000_000;
const set = {
  id: "set",
  startTime: now + minuteMs,
  endTime: now + 5 * minuteMs,
  state: { name: "booked", since: null },
};
const extended = { ...set, endTime: now + 35 * minuteMs, state: { name: "on-air", since: now } };

vi.mock("react-router", () => ({ useRevalidator: () => ({ revalidate: () => {} }) }));
vi.mock("../home/use-lobby.ts", () => ({
  useLobby: () => new Map([["stage:pier", { onAir: { ...offAir, currentSet: extended } }]]),
}));
vi.mock("./performance-page.tsx", () => ({
  PerformancePage: ({ set, now }: PerformancePageData) =>
    `${set?.state?.name} until ${set?.endTime}, now ${now}`,
}));

test("an open page of a set follows the state and the times of its stage, and the clock", () => {
  const data = { set, replay: null, now: now - 10 * minuteMs } as never;
  const page = createElement(ServerNow, { value: now }, createElement(FollowedSet, data));
  expect(renderToStaticMarkup(page)).toBe(`on-air until ${extended.endTime}, now ${now}`);
});
