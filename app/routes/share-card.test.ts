import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { shareCard, shorten } from "./share-card.ts";

const origin = "https://cue.example";
const card = {
  origin,
  path: "/room/night-shift",
  title: "Night Shift",
  description: "Slow music\n for late hours.",
  type: "music.radio_station",
  image: null,
} as const;

const contentOf = (tags: ReturnType<typeof shareCard>, name: string) =>
  tags.flatMap((tag) =>
    ("property" in tag && tag.property === name) || ("name" in tag && tag.name === name)
      ? [(tag as { content: string }).content]
      : [],
  );

describe("a share card", () => {
  test("has one title, description, address and picture, all absolute", () => {
    const tags = shareCard(card);
    expect(tags).toContainEqual({ title: "Night Shift · Cue" });
    expect(tags).toContainEqual({ tagName: "link", rel: "canonical", href: `${origin}/room/night-shift` });
    expect(contentOf(tags, "og:title")).toEqual(["Night Shift"]);
    expect(contentOf(tags, "og:description")).toEqual(["Slow music for late hours."]);
    expect(contentOf(tags, "og:url")).toEqual([`${origin}/room/night-shift`]);
    expect(contentOf(tags, "og:image")).toEqual([`${origin}/card.png`]);
    // Read from the file: the declared size is the real one.
    const png = new DataView(new Uint8Array(readFileSync("public/card.png")).buffer);
    expect(contentOf(tags, "og:image:width")).toEqual([String(png.getUint32(16))]);
    expect(contentOf(tags, "og:image:height")).toEqual([String(png.getUint32(20))]);
    expect(contentOf(tags, "twitter:card")).toEqual(["summary_large_image"]);
  });

  test("shows a custom picture in the square place", () => {
    const tags = shareCard({ ...card, image: "/pictures/x/512.webp" });
    expect(contentOf(tags, "og:image")).toEqual([`${origin}/pictures/x/512.webp`]);
    expect(contentOf(tags, "twitter:card")).toEqual(["summary"]);
  });

  test("links to the player's description where there is a player", () => {
    const isDiscovery = (tag: object) => "type" in tag && tag.type === "application/json+oembed";
    expect(shareCard(card).filter(isDiscovery)).toEqual([]);
    expect(shareCard({ ...card, hasPlayer: true }).filter(isDiscovery)).toEqual([
      {
        tagName: "link",
        rel: "alternate",
        type: "application/json+oembed",
        href: `${origin}/oembed?format=json&url=https%3A%2F%2Fcue.example%2Froom%2Fnight-shift`,
        title: "Night Shift",
      },
    ]);
  });
});

test("a long text is truncated at a word, and never within a character", () => {
  expect(shorten("short")).toBe("short");
  expect(shorten(`${"word ".repeat(60)}`)).toMatch(/^(word ){1,40}word…$/);
  expect(Array.from(shorten("🎧".repeat(300)))).toHaveLength(200);
});
