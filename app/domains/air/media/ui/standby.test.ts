import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { onAirTimes } from "../../stages/on-air.ts";
import type { StandbyView } from "../contract/standby.ts";
import StandbyPanel from "./standby.tsx";

// Listening needs the player of the whole page.
vi.mock("./sound-check.tsx", () => ({ OwnListening: () => null }));

const startTime = Date.UTC(2026, 10, 28, 18, 23);
const set = { id: "s", name: "Tide", stage: "Harbour", startTime } as StandbyView["set"];

/** The sentences that a performer reads before their set. */
function textOf(isOn: boolean): string {
  const standby = { isOn, reason: "soon", set } as StandbyView;
  return renderToStaticMarkup(createElement(StandbyPanel, { standby, mount: "m", air: null })).replace(
    /<[^>]*>/g,
    "",
  );
}

test("before a set the panel says from when the stage takes the stream, and names no time until which it waits", () => {
  expect(onAirTimes.earlyMs).toBe(120_000);
  const words = "“Tide” starts at 18:23. Harbour takes your stream automatically from 18:21.";
  expect(textOf(true)).toContain(`${words} Until it does, your profile is not live`);
  expect(textOf(true)).not.toContain("Until then");
  expect(textOf(false)).toContain(words);
  expect(textOf(false)).not.toContain("your profile is not live");
});
