import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { standbyTimes } from "#app/domains/air/media/standby.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { ServerNow } from "#app/ui/clock.ts";
import { adviceText, HeadSet } from "./head-set.tsx";

const startTime = Date.UTC(2026, 10, 27, 20);
const set = { id: "s1", startTime, endTime: startTime + 3_600_000, room: { name: "Pier" } } as SetView;
const after = { profileOnConnect: true, isFollowedByOwn: false };
const waiting = (now: number) =>
  renderToStaticMarkup(createElement(Fragment, null, adviceText("wait", set, after, now))).replace(
    /<[^>]*>/g,
    "",
  );

test("a performer is told when standby starts, and once it has, that they can connect now", () => {
  const standbyAt = startTime - standbyTimes.windowMs;
  expect(waiting(standbyAt - 1)).toContain("If you connect before that, your profile goes live.");
  expect(waiting(standbyAt)).toContain("You can also connect now and wait on standby");
  expect(waiting(standbyAt)).not.toContain("before that");
});

/** The card of the set at a time, epoch ms. */
function cardAt(now: number): string {
  const own = { mount: null, view: undefined, presence: "absent" as const };
  const booked = { ...set, name: "Tide", user: { id: "p1" } } as SetView;
  const card = createElement(HeadSet, {
    set: booked,
    onAir: [],
    own,
    profileOnConnect: true,
    onEnded: () => {},
  });
  const page = createElement(ServerNow.Provider, { value: now }, card);
  return renderToStaticMarkup(createElement(MemoryRouter, null, page)).replace(/<[^>]*>/g, " ");
}

test("a set that is over counts down to nothing and cannot be ended", () => {
  const end = startTime + 3_600_000;
  expect(cardAt(end - 1_000)).toContain("ENDS IN");
  expect(cardAt(end - 1_000)).toContain("End Set");
  expect(cardAt(end)).toContain("OVER");
  expect(cardAt(end)).not.toContain("ENDS IN");
  expect(cardAt(end)).not.toContain("End Set");
});
