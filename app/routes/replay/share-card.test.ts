import { expect, test } from "vitest";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { replayCard } from "./share-card.ts";

const origin = "https://cue.example";
const replay = {
  id: "01J",
  name: "Late Bus",
  isPublic: true,
  duration: 3_600_500,
  performer: { id: "ada", _id: "ada", username: "Ada", profile: "/pictures/abc/512.webp" },
  room: { id: "vault", name: "The Vault", thumbnail: null },
  startTime: Date.parse("2026-11-23T21:00:00Z"),
  tracks: [{}, {}],
  opus: "/replay/01J.opus",
  mp3: "/replay/01J.mp3",
} as unknown as ReplayDetailsView;

const valueOf = (of: ReplayDetailsView, name: string) => {
  const entries = replayCard(of, origin) as Record<string, string>[];
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

test("what only its owner can hear has no card", () => {
  expect(replayCard({ ...replay, isPublic: false }, origin)).toEqual([
    { title: "Late Bus · Ada · Cue" },
    { name: "robots", content: "noindex" },
  ]);
});
