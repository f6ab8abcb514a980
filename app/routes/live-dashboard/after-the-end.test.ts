/** The rule: what a performer is told past the end of their set is what they have chosen. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { StandbyView } from "#app/domains/air/media/contract/standby.ts";
import StillConnectedPanel from "#app/domains/air/media/ui/still-connected.tsx";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { type OnAirView, offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import { StandingBlock } from "./standing-block.tsx";

const minuteMs = 60_000;
const endTime = Date.UTC(2026, 10, 23, 12);
const now = endTime + minuteMs / 2;
const set = { id: "s1", name: "Night swim", stage: "Pier", startTime: endTime - 60 * minuteMs };
const live = { set: "s1", startTime: set.startTime, endTime } as LiveSet;
const goesOn: StandbyView = {
  isOn: false,
  reason: "over",
  set,
  isWithStage: true,
  profileAt: endTime + 2 * minuteMs,
};
const staysOff: StandbyView = { ...goesOn, isOn: true, profileAt: null };

const textOf = (element: React.ReactElement) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, element)).replace(/<[^>]*>/g, " ");
interface Told {
  now?: number;
  isPerformer?: boolean;
  nextSet?: SetView | null;
}
const said = (
  standing: "onAir" | "over",
  standby: StandbyView | null,
  { now: at = now, isPerformer = true, nextSet = null }: Told = {},
) =>
  textOf(
    createElement(StandingBlock, {
      live,
      onAir: { ...offAir, nextSet } as OnAirView,
      standing,
      now: at,
      performerId: "p1",
      isPerformer,
      standby,
    }),
  );

test("a profile that stays off the air is not announced", () => {
  expect(said("onAir", goesOn)).toContain("then your profile goes live");
  expect(said("onAir", staysOff)).not.toContain("profile");
  expect(said("over", goesOn)).toContain("or your profile goes live");
  expect(said("over", staysOff)).not.toContain("profile");
});

test("no one is asked to disconnect who is not connected", () => {
  expect(said("over", null)).toContain("This set is over.");
  expect(said("over", null)).not.toContain("Disconnect");
});

test("a performer whose set was ended reads that their encoder is heard by them alone", () => {
  const ended: StandbyView = { isOn: true, reason: "ended", set };
  expect(said("over", ended)).toContain("This set was ended.");
  expect(said("over", ended)).toContain("only you hear it");
  expect(said("over", { ...ended, set: { ...set, id: "other" } })).not.toContain("only you hear it");
});

test("the panel says where a performer who stays off their profile is heard", () => {
  const panel = (isHeard: boolean) =>
    textOf(createElement(StillConnectedPanel, { standby: staysOff, mount: null, isHeard }));
  expect(panel(true)).toContain("your profile stays off air");
  expect(panel(true)).not.toContain("you stay off air");
  expect(panel(false)).toContain("you stay off air");
});

test("the panel calls no set over that is still on air", () => {
  const standby: StandbyView = { ...staysOff, isOn: false, profileAt: endTime + 2 * minuteMs };
  const panel = (isHeard: boolean) =>
    textOf(createElement(StillConnectedPanel, { standby, mount: null, isHeard }));
  expect(panel(true)).toContain("Your set is past its end, and you are still on air");
  expect(panel(true)).not.toContain("is over");
  expect(panel(false)).toContain("Your set is over, and your encoder is still connected");
});

test("what the stage does at the end is what comes next, and past the end when that is at the latest", () => {
  const soon = { id: "s2", startTime: endTime + minuteMs, user: { id: "p2", username: "Mira" } } as SetView;
  const later = { ...soon, startTime: endTime + 60 * minuteMs };
  const before = { now: endTime - minuteMs };
  const manager = { isPerformer: false };
  expect(said("onAir", null, { ...before, nextSet: soon })).toMatch(
    /switches automatically to\s+Mira.*does not play by then.*stays on air until they start, or until/s,
  );
  for (const nextSet of [null, later]) {
    expect(said("onAir", null, { ...before, nextSet })).toContain("No set follows right after this one.");
    expect(said("onAir", null, { ...before, nextSet })).not.toContain("switches");
  }
  expect(said("onAir", null, manager)).toContain("This set is past its end.");
  expect(said("onAir", null, { ...manager, nextSet: soon })).toMatch(/until\s+Mira\s+starts, or until/);
  expect(said("onAir", null, manager)).not.toContain("At the end");
});
