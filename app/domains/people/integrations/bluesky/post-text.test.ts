import { expect, test } from "vitest";
import { blueskyLimit, composeText } from "./post-text.ts";

/** Returns the text that each facet covers, and its kind. */
function coveredBy({ text, facets }: ReturnType<typeof composeText>): string[][] {
  const bytes = new TextEncoder().encode(text);
  return facets.map(({ index: { byteStart, byteEnd }, features: [feature] }) => [
    new TextDecoder().decode(bytes.subarray(byteStart, byteEnd)),
    feature?.$type === "app.bsky.richtext.facet#link" ? feature.uri : (feature?.tag ?? ""),
  ]);
}

test("facets cover the link and the tags in bytes, behind letters of several bytes", () => {
  const composed = composeText(
    "🎧 Žurka läuft, #техно #vinyl! (https://a.example/ü)",
    "https://cue.music/night-bus/",
  );
  expect(composed.text).toBe("🎧 Žurka läuft, #техно #vinyl! (a.example/ü) cue.music/night-bus");
  expect(coveredBy(composed)).toEqual([
    ["#техно", "техно"],
    ["#vinyl", "vinyl"],
    ["a.example/ü", "https://a.example/ü"],
    ["cue.music/night-bus", "https://cue.music/night-bus/"],
  ]);
  expect(coveredBy(composeText("See https://a.example/ü, now", null))).toEqual([
    ["a.example/ü", "https://a.example/ü"],
  ]);
});

test("what is no tag has no facet", () => {
  for (const text of ["#", "##", "#1", "a#b", "# x", "##x", "http://", `#${"x".repeat(65)}`, "#!"])
    expect(composeText(text, null).facets, text).toEqual([]);
});

test("a long link is cut to what the limit counts for it", () => {
  const link = `https://cue.music/${"a".repeat(200)}`;
  const composed = composeText("Live", link);
  expect(blueskyLimit.count(composed.text)).toBe(blueskyLimit.count("Live") + blueskyLimit.linkCount);
  expect(coveredBy(composed)).toEqual([[`cue.music/${"a".repeat(21)}…`, link]]);
  expect(composeText("", link).text.startsWith("cue.music/")).toBe(true);
  // Where its owner has placed it.
  expect(blueskyLimit.count(`Live at ${link}: now`)).toBe("Live at ".length + 32 + ": now".length);
});

test("a letter of several code points counts once, and bytes are limited too", () => {
  expect(blueskyLimit.count("👩‍👩‍👧")).toBe(2);
  expect(blueskyLimit.count("é".normalize("NFD"))).toBe(1);
  expect(blueskyLimit.count("a".repeat(300))).toBe(blueskyLimit.max);
  expect(blueskyLimit.count("👩‍👩‍👧‍👦".repeat(121))).toBeGreaterThan(blueskyLimit.max);
});
