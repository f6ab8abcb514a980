import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import type { SetRecordView } from "#app/domains/sets/contract/record.ts";
import { PastSetPage } from "./past-set-page.tsx";

// What plays needs the player of the whole page.
vi.mock("#app/domains/replays/ui/replay-deck.tsx", () => ({ ReplayDeck: () => "Deck" }));
vi.mock("../replay/owners-part.tsx", () => ({ OwnersPart: () => null }));
vi.mock("../stage/share-button.tsx", () => ({ ShareButton: () => null }));
vi.mock("./set-tracks.tsx", () => ({ SetTracks: () => null }));

const user = { id: "u", _id: "u", username: "Ada", profile: null };
const times = { startTime: 0, endTime: 7_100_000 };
const set = { id: "s", name: "Late", user, room: null, tracks: [], cheers: null, ...times } as unknown;
const replay = { id: "r", name: "Late", url: "/replay/r", duration: 7_100_000, availableUntil: null };

function textOf(change: Partial<ReplayDetailsView>, isBeyondEnd = false): string {
  const page = createElement(PastSetPage, {
    set: set as SetRecordView,
    tracklist: null,
    replay: { ...replay, ...change } as ReplayDetailsView,
    start: { startAt: 0, isBeyondEnd },
    isOwn: false,
    now: 90_000_000,
    origin: "https://cue.example",
  });
  return renderToStaticMarkup(createElement(MemoryRouter, null, page)).replace(/<[^>]*>/g, "");
}

test("the replay of a past set tells until when it is there", () => {
  expect(textOf({ availableUntil: 93_500_000 })).toMatch(/DeckAvailable until: .*1:58/);
  expect(textOf({})).not.toContain("Available until");
});

test("an address beyond the end is named on the page", () => {
  const words = "This moment is beyond the end (1:58:20). It plays from the start.";
  expect(textOf({}, true)).toContain(words);
  expect(textOf({})).not.toContain(words);
});
