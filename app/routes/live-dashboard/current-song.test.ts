import { expect, test } from "vitest";
import { currentSong } from "./current-song.ts";

const song = { currentArtist: "Chet", currentTitle: "Almost Blue" };
const at = (name: "on-air" | "silent" | "dropped") => ({ ...song, state: { name, since: 0 } });

test("a song is shown as playing only while it is heard", () => {
  expect(currentSong(at("on-air"))).toEqual({ artist: "Chet", title: "Almost Blue" });
  expect(currentSong(at("dropped"))).toBeNull();
  expect(currentSong(at("silent"))).toBeNull();
  expect(currentSong({ ...at("on-air"), currentArtist: null, currentTitle: null })).toBeNull();
});
