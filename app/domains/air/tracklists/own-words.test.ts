import { expect, test } from "vitest";
import { identifyTrack } from "#app/domains/music/tracks/identity.ts";
import { inOwnWords } from "./own-words.ts";

const key = identifyTrack("Vera Vandal", "My Own Song").key;
const track = { key, artist: "vErA vAnDaL", title: "mY oWn sOnG" };

test("a line is spelled as its own source wrote it", () => {
  const line = { artist: "Vera Vandal", title: "My Own Song" };
  expect(inOwnWords(line, track)).toEqual(line);
});

test("a line that names something else, or nothing, has the name of its track", () => {
  const { artist, title } = track;
  expect(inOwnWords({ artist: "", title: "" }, track)).toEqual({ artist, title });
  expect(inOwnWords({ artist: "Vera Vandal", title: "Another" }, track)).toEqual({ artist, title });
});
