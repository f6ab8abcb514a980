import { expect, test } from "vitest";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { LiveMap } from "../home/lists.ts";
import { addLatest, playsBegun } from "./latest-plays.ts";

const live = (track: string | null, play: string | null = track): LiveMap =>
  new Map([
    [
      "stage:a",
      {
        kind: "stage",
        id: "a",
        onAir: {
          ...offAir,
          online: true,
          status: "live",
          currentTrack: track,
          currentTrackHistory: play && `play of ${play}`,
          currentTitle: track,
          currentArtist: "Ana",
          currentListeners: 3,
        },
      },
    ],
  ]);
const begun = (before: LiveMap, after: LiveMap) => playsBegun(before, after, 5);
const played = (track: string, play = track) => {
  const [one] = begun(new Map(), live(track, play));
  if (one === undefined) throw new Error("nothing has begun");
  return one;
};

test("plays that started since are added with their performer's room and listeners, without duplicates", () => {
  expect(begun(live("one"), live("two"))).toMatchObject([
    { id: "play of two", timestamp: 5, track: { id: "two", title: "two", artist: "Ana" }, listenCount: 3 },
  ]);
  expect(begun(live("one"), live("one"))).toEqual([]);
  expect(begun(live("one"), live(null))).toEqual([]);
  expect(begun(null, live("one"))).toEqual([]);
});

test("a new track is added at the front and drops the last one, unless it repeats the top entry", () => {
  const full = Array.from({ length: 30 }, (_, index) => played(`track ${index}`));
  expect(addLatest(full, played("track 0", "played again"))).toBe(full);
  const added = addLatest(full, played("new"));
  expect(added).toHaveLength(30);
  expect(added[0]?.track.id).toBe("new");
  expect(added.at(-1)?.track.id).toBe("track 28");
  expect(addLatest([], played("first"))).toHaveLength(1);
});
