import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import type { TracklistView } from "#app/domains/air/tracklists/contract/tracklists.ts";
import { PanelsProvider } from "#app/ui/panels.tsx";
import { PerformancePage } from "./performance-page.tsx";

// What plays needs the player of the whole page.
vi.mock("#app/domains/air/replays/ui/replay-deck.tsx", () => ({ ReplayDeck: () => "Deck" }));
vi.mock("../stage/share-button.tsx", () => ({ ShareButton: () => null }));
vi.mock("./performance-tracks.tsx", () => ({
  PerformanceTracks: ({ isUnplayed }: { isUnplayed: boolean }) => isUnplayed && "No tracks",
}));
vi.mock("../shell/viewer.ts", () => ({ useViewer: () => null }));

const user = { id: "u", _id: "u", username: "Ada", profile: null };
const times = { startTime: 0, endTime: 7_100_000 };
const set = { id: "s", name: "Late", user, room: null, tracks: [], cheers: null, ...times } as unknown;
const replay = { id: "r", set: "s", name: "Late", duration: 7_100_000, availableUntil: null, ...times };
const heard = { ...replay, performer: user, room: null, tracks: [], listenCount: 12 };

function textOf(
  change: Partial<ReplayDetailsView>,
  {
    isBeyondEnd = false,
    hasSet = true,
    endedAt = null,
    ...data
  }: {
    isBeyondEnd?: boolean;
    hasSet?: boolean;
    endedAt?: number | null;
    now?: number;
    replay?: null;
    set?: SetRecordView;
  } = {},
): string {
  const page = createElement(PerformancePage, {
    set: hasSet ? (set as SetRecordView) : null,
    tracklist:
      endedAt === null
        ? null
        : ({ clock: [{ position: 0, at: 0 }], endTime: endedAt, lines: [] } as unknown as TracklistView),
    replay: { ...heard, ...change } as unknown as ReplayDetailsView,
    start: { startAt: 0, isBeyondEnd },
    followedIds: [],
    isOwn: false,
    now: 90_000_000,
    origin: "https://cue.example",
    ...data,
  });
  const shell = createElement(PanelsProvider, null, page);
  return renderToStaticMarkup(createElement(MemoryRouter, null, shell)).replace(/<[^>]*>/g, "");
}

test("a page tells until when its recording is there", () => {
  expect(textOf({ availableUntil: 93_500_000 })).toMatch(/Available until: .*1:58/);
  expect(textOf({})).not.toContain("Available until");
});

test("an address beyond the end is named on the page", () => {
  const words = "This moment is beyond the end (1:58:20). Playing the last seconds instead.";
  expect(textOf({}, { isBeyondEnd: true })).toContain(words);
  expect(textOf({})).not.toContain(words);
});

test("with and without a set it is the same page", () => {
  for (const hasSet of [true, false]) {
    const text = textOf({}, { hasSet });
    for (const part of ["Replay", "Late", "Ada", "2 hour performance", "replay listens12", "Deck"])
      expect([hasSet, text]).toEqual([hasSet, expect.stringContaining(part)]);
  }
});

test("the times of a set that was played for less are called booked", () => {
  const played = textOf({}, { endedAt: 840_000 });
  expect(played).toContain("Booked Today 00:00 – 01:58 UTC · 14 min performance");
  expect(textOf({})).not.toContain("Booked");
});

const counted = { ...(set as SetRecordView), cheers: [], peakListeners: 7 };

test("a set that nobody played has no length and no cheers, and the page says so", () => {
  const unplayed = textOf({}, { replay: null, set: counted });
  expect(unplayed).toContain("Today 00:00 – 01:58 UTC · Not played");
  expect(unplayed).toContain("No tracks");
  expect(unplayed).not.toMatch(/performance|No cheers/);
  const played = textOf({}, { replay: null, set: counted, endedAt: 7_100_000 });
  expect(played).toContain("2 hour performance");
  expect(played).toContain("No cheers were given");
  expect(played).not.toContain("Not played");
});

test("a set that was dropped has no length while it may go on, and one that is to come its booked one", () => {
  const now = 1_000_000;
  const dropped = { ...counted, state: { name: "dropped", since: 840_000 } as const };
  expect(textOf({}, { replay: null, set: dropped, endedAt: 840_000, now })).not.toContain("performance");
  const booked = { ...counted, startTime: 1_800_000, state: { name: "booked", since: null } as const };
  expect(textOf({}, { replay: null, set: booked, now })).toContain("performance");
});

test("the peak of a set is told once it is over", () => {
  const live = { ...counted, state: { name: "on-air", since: 0 } as const };
  const at = (now: number) => textOf({}, { replay: null, set: live, endedAt: null, now });
  expect(at(1_000_000)).not.toContain("peak");
  expect(at(7_100_000)).toContain("peak listeners7");
});
