import { expect, test } from "vitest";
import { pickTrack, queriesFor } from "./pick-track.ts";

const found = (id: string, name: string, artists: string[], isrc: string | null = null) => ({
  id,
  name,
  artists,
  isrc,
});
const wanted = (artist: string, title: string, isrc: string | null = null) => ({ artist, title, isrc });

test.each([
  ["Ana", "One", ["Ana"], "One"],
  ["ANA", "one  [Free Download]", ["Ana"], "One"],
  ["Ana feat. Ben", "One", ["Ana", "Ben"], "One"],
  ["Ana", "One (ft. Ben)", ["Ana", "Ben"], "One (feat. Ben)"],
  ["Ana & Ben", "One", ["Ben", "Ana"], "One"],
  ["Ana", "One (Cy Remix)", ["Ana"], "One - Cy Remix"],
  ["Ana", "One (Original Mix)", ["Ana"], "One"],
  ["Earth, Wind & Fire", "September", ["Earth, Wind & Fire"], "September"],
])("%s – %s is found as %j %s", (artist, title, artists, name) => {
  const others = [found("live", `${name} - Live`, artists), found("cover", name, ["Karaoke Stars"])];
  expect(pickTrack(wanted(artist, title), [...others, found("it", name, artists)])).toBe("it");
});

test.each([
  ["Ana", "One", ["Ana"], "One - Cy Remix"],
  ["Ana", "One (Cy Remix)", ["Ana"], "One"],
  ["Ana", "One", ["Ana", "Ben"], "One"],
  ["Ana", "One", ["Anna"], "One"],
  ["Ana", "One", ["Ana"], "One Two"],
])("%s – %s is not %j %s", (artist, title, artists, name) => {
  expect(pickTrack(wanted(artist, title), [found("other", name, artists)])).toBeNull();
});

test("the same code is the same recording, however it is named; another code says nothing", () => {
  const other = found("named", "One", ["Ana"], "GBAYE0000001");
  const same = found("coded", "Uno", ["Anna"], "NLRD51234567");
  expect(pickTrack(wanted("Ana", "One", "nl-rd5-12-34567"), [other, same])).toBe("coded");
  expect(pickTrack(wanted("Ana", "One", "NLRD59999999"), [other, same])).toBe("named");
});

test("searches name the code first, then title and main artist without signs of the search", () => {
  expect(queriesFor(wanted('Ana "A" feat. Ben', "One: (Cy Remix) [ft. Di]", "NLRD51234567"))).toEqual([
    "isrc:NLRD51234567",
    'track:"one cy remix" artist:"Ana A"',
  ]);
  expect(queriesFor(wanted("", "One"))).toEqual([]);
  expect(queriesFor(wanted("Ana", "", "nonsense"))).toEqual([]);
});
