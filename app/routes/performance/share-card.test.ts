import { expect, test } from "vitest";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import { performanceCard } from "./share-card.ts";

const origin = "https://cue.example";
const replay = {
  id: "01J",
  name: "Late Bus",
  set: null,
  isPublic: true,
  duration: 3_600_500,
  performer: { id: "ada", _id: "ada", username: "Ada", profile: "/pictures/abc/512.webp" },
  room: { id: "vault", name: "The Vault", thumbnail: null },
  startTime: Date.parse("2026-11-23T21:00:00Z"),
  tracks: [{}, {}],
  opus: "/replay/01J.opus",
  mp3: "/replay/01J.mp3",
} as unknown as ReplayDetailsView;

const cardOf = (of: ReplayDetailsView) => performanceCard({ set: null, replay: of, origin });
const valueOf = (of: ReplayDetailsView, name: string) => {
  const entries = cardOf(of) as Record<string, string>[];
  const entry = entries.find(({ property, name: plain, rel, type }) =>
    [property, plain, rel, type].includes(name),
  );
  return entry?.content ?? entry?.href;
};

test("a card has the player, the sound, and the feed", () => {
  expect(valueOf(replay, "canonical")).toBe(`${origin}/replay/01J`);
  expect(valueOf(replay, "og:title")).toBe("Late Bus · Ada");
  expect(valueOf(replay, "og:description")).toBe(
    "Live on The Vault, November 23, 2026. 1:00:00 and 2 tracks to play again.",
  );
  expect(valueOf(replay, "twitter:card")).toBe("player");
  expect(valueOf(replay, "twitter:player")).toBe(`${origin}/player/replay/01J`);
  expect(valueOf(replay, "application/json+oembed")).toContain(encodeURIComponent(`${origin}/replay/01J`));
  expect(valueOf(replay, "application/rss+xml")).toBe(`${origin}/feed/performer/ada.xml`);
  expect(valueOf(replay, "og:audio")).toBe(`${origin}/replay/01J.mp3`);
  expect(valueOf(replay, "music:duration")).toBe("3601");
  expect(valueOf({ ...replay, mp3: null }, "og:audio:type")).toBe("audio/ogg");
});

test("the recording of a set has the card of its set's address", () => {
  const ofSet = { ...replay, set: "01S" };
  expect(valueOf(ofSet, "canonical")).toBe(`${origin}/djs/sets/01S`);
  expect(valueOf(ofSet, "application/json+oembed")).toContain(encodeURIComponent(`${origin}/djs/sets/01S`));
  expect(valueOf(ofSet, "twitter:player")).toBe(`${origin}/player/replay/01J`);
});

test("a set that cannot be heard by everyone has a card without a player", () => {
  const user = { id: "ada", username: "Ada", profile: null };
  const set = { id: "01S", name: "Late Bus", user, room: null, startTime: replay.startTime, tracks: [{}] };
  for (const heard of [null, { ...replay, isPublic: false }]) {
    const card = performanceCard({ set: set as unknown as SetRecordView, replay: heard, origin });
    expect(card).toContainEqual({
      property: "og:description",
      content: "Ada, live, November 23, 2026. 1 track.",
    });
    expect(JSON.stringify(card)).not.toContain("player");
  }
});

test("what only its owner can hear has no card", () => {
  expect(cardOf({ ...replay, isPublic: false })).toEqual([
    { title: "Late Bus · Ada · Cue" },
    { name: "robots", content: "noindex" },
  ]);
});
