import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { ServerNow } from "#app/ui/clock.ts";
import type { Bookings } from "../use-bookings.ts";
import WeekCalendar from "./week-calendar.tsx";

const minuteMs = 60_000;
const now = 1_800_000_000_000;
const booked = {
  id: "set",
  name: "Night swim",
  startTime: now - 5 * minuteMs,
  endTime: now + 5 * minuteMs,
  user: { username: "Ada" },
  state: { name: "booked", since: null },
  heardAt: null,
};

vi.mock("swr", () => ({ default: () => ({ data: [booked], mutate: () => {} }) }));
vi.mock("#app/ui/clock.ts", async (original) => ({
  ...(await original<typeof import("#app/ui/clock.ts")>()),
  useViewerClock: () => ({ zone: "UTC", hour12: true }),
}));

test("the calendar says the state and the times that the lists have, whenever it was read itself", () => {
  const state = { name: "on-air", since: now };
  const extended = { ...booked, endTime: now + 35 * minuteMs, state } as unknown as SetView;
  const bookings = { sets: [extended] } as unknown as Bookings;
  const calendar = createElement(WeekCalendar, { stageId: "pier", bookings });
  const text = renderToStaticMarkup(createElement(ServerNow, { value: now }, calendar)).replace(
    /<[^>]*>/g,
    "|",
  );
  expect(text).toContain("|LIVE|");
  expect(text).toContain("8:35 AM");
});
