import { expect, test } from "vitest";
import { heardSong } from "./heard-song.ts";

const song = { currentTitle: "Undertow", currentArtist: "Ana" };
const nothing = { currentTitle: null, currentArtist: null };

test("a song is told while it is heard, and not in silence or while the connection is lost", () => {
  const songIn = (name: "on-air" | "silent" | "dropped") => heardSong({ ...song, state: { name, since: 0 } });
  expect(songIn("on-air")).toEqual(song);
  expect(songIn("silent")).toEqual(nothing);
  expect(songIn("dropped")).toEqual(nothing);
  expect(heardSong({ ...song, state: null })).toEqual(song);
});
