import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { SearchResult } from "#app/domains/outside/search/contract.ts";
import { ServerNow } from "#app/ui/clock.ts";
import { Results } from "./results.tsx";

const minuteMs = 60_000;
const now = 1_800_000_000_000;
const ada = { id: "ada", _id: "ada", username: "Ada", profile: null };
const set = {
  id: "set",
  name: "Night swim",
  startTime: now - 5 * minuteMs,
  endTime: now + 5 * minuteMs,
  room: { id: "pier", name: "Pier" },
  user: ada,
  state: { name: "due", since: 0 },
};
const state = { name: "on-air", since: now };
const onAir = { ...offAir, online: true, state, currentDj: ada, currentSet: { ...set, state } };

vi.mock("../home/use-lobby.ts", () => ({
  useLobby: () => new Map([["stage:pier", { kind: "stage", id: "pier", onAir }]]),
}));

function textOf(found: unknown[]): string {
  const results = createElement(Results, {
    results: found as SearchResult[],
    text: "pier",
    viewerId: "nell",
  });
  const page = createElement(ServerNow, { value: now }, createElement(MemoryRouter, null, results));
  return renderToStaticMarkup(page).replace(/<[^>]*>/g, "|");
}

test("stages and sets that were found say what the lobby says now, not what was so when they were found", () => {
  const stage = { kind: "stage", id: "pier", name: "Pier", genre: "", ...offAir, nextDj: ada, nextSet: set };
  const text = textOf([stage, { kind: "set", ...set }]);
  expect(text.match(/\|LIVE\|/g)).toHaveLength(2);
  expect(text).not.toMatch(/CUE|Up next/);
});

test("a set that was found on air and was ended since is not LIVE", () => {
  expect(textOf([{ kind: "set", ...set, id: "ended", state }])).not.toContain("|LIVE|");
});
