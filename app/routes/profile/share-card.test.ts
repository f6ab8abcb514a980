import { expect, test } from "vitest";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { profileCard } from "./share-card.ts";

const somebody = {
  id: "01J",
  username: "Ada Marlow",
  profile: "/pictures/abc/512.webp",
  bio: "",
  dj: true,
  performerType: "dj",
} as ProfileView;

const valueOf = (profile: ProfileView, name: string) => {
  const entries = profileCard(profile, "https://cue.example") as Record<string, string>[];
  const entry = entries.find(({ property, name: plain, rel }) => [property, plain, rel].includes(name));
  return entry?.content ?? entry?.href;
};

test("a card has absolute addresses with the origin of the instance", () => {
  expect(valueOf(somebody, "canonical")).toBe("https://cue.example/profile/01J");
  expect(valueOf(somebody, "og:url")).toBe("https://cue.example/profile/01J");
  expect(valueOf(somebody, "og:image")).toBe("https://cue.example/pictures/abc/512.webp");
  expect(valueOf({ ...somebody, profile: null }, "og:image")).toBe("https://cue.example/card.png");
});

test("a long bio is truncated between words, and never within a character", () => {
  const words = valueOf({ ...somebody, bio: "one two\n\nthree ".repeat(40) }, "description") ?? "";
  expect(words).toMatch(/^one two three one .* (one|two|three)…$/);
  expect(Array.from(words).length).toBeLessThanOrEqual(200);
  const faces = valueOf({ ...somebody, bio: "😀".repeat(300) }, "description") ?? "";
  expect(faces).toBe(`${"😀".repeat(199)}…`);
});
