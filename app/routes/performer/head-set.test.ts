import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { standbyTimes } from "#app/domains/air/media/standby.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { adviceText } from "./head-set.tsx";

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
