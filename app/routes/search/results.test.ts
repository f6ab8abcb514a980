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

test("stages and sets that were found say what the lobby says now, not what was so when they were found", () => {
  const found = [
    { kind: "stage", id: "pier", name: "Pier", genre: "", ...offAir, nextDj: ada, nextSet: set },
    { kind: "set", ...set },
  ] as unknown as SearchResult[];
  const results = createElement(Results, { results: found, text: "pier", viewerId: "nell" });
  const page = createElement(ServerNow, { value: now }, createElement(MemoryRouter, null, results));
  const text = renderToStaticMarkup(page).replace(/<[^>]*>/g, "|");
  expect(text.match(/\|LIVE\|/g)).toHaveLength(2);
  expect(text).not.toMatch(/CUE|Up next/);
});
