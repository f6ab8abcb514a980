import { describe, expect, test } from "vitest";
import {
  embedHtml,
  embedSize,
  fitEmbed,
  oEmbedUrl,
  profilePlayerPath,
  readEmbeddable,
  replayPlayerPath,
  stagePlayerPath,
} from "./address.ts";

const origin = "https://cue.example";
const read = (path: string) => readEmbeddable(path.startsWith("/") ? `${origin}${path}` : path, origin);

describe("the embed of an address", () => {
  test("is the stage player for a stage's page or player", () => {
    expect(read("/room/night-shift")).toEqual({ kind: "stage", stage: "night-shift" });
    expect(read("/room/night-shift?tab=people#top")).toEqual({ kind: "stage", stage: "night-shift" });
    expect(read("/player/stage/01ABC")).toEqual({ kind: "stage", stage: "01ABC" });
  });

  test("is the performer player for a profile or a performer's player", () => {
    expect(read("/profile/01ABC")).toEqual({ kind: "profile", user: "01ABC" });
    expect(read("/player/Ada-Marlow")).toEqual({ kind: "profile", user: "Ada-Marlow" });
    expect(read("/player/%E5%A4%9C")).toEqual({ kind: "profile", user: "夜" });
  });

  test("is the player of a replay for its page or player, and for the page of its set", () => {
    expect(read("/djs/sets/01ABC?t=90")).toEqual({ kind: "replay", replay: "01ABC" });
    expect(read("/djs/sets")).toBeNull();
    expect(read("/replay/01ABC?t=90")).toEqual({ kind: "replay", replay: "01ABC" });
    expect(read("/player/replay/01ABC")).toEqual({ kind: "replay", replay: "01ABC" });
    expect(read("/player/replay")).toEqual({ kind: "profile", user: "replay" });
    for (const none of ["/replay", "/replay/", "/replay/a/b", "/player/replay/a/b"])
      expect(read(none), none).toBeNull();
  });

  test("is missing for other pages, other sites and invalid addresses", () => {
    for (const none of [
      "/",
      "/room",
      "/room/",
      "/settings/profile",
      "/profile/songs/01ABC",
      "/player/stage/a/b",
      "/player/%E0%A4%A",
      "https://cue.example.evil.example/room/x",
      "http://cue.example/room/x",
      "https://user@other.example/room/x",
      "room/x",
      "",
    ])
      expect(read(none), none).toBeNull();
  });
});

test("the player is 800x326, and smaller where the page has less room", () => {
  expect(embedSize).toEqual({ width: 800, height: 326 });
  expect(fitEmbed({})).toEqual({ width: 800, height: 326 });
  expect(fitEmbed({ maxWidth: 400, maxHeight: 9_000 })).toEqual({ width: 400, height: 326 });
});

test("a stage player is addressed by custom URL or id, and a performer player by the username with a dash", () => {
  expect(stagePlayerPath({ id: "01ABC", customUrl: "night-shift" })).toBe("/player/stage/night-shift");
  expect(stagePlayerPath({ id: "01ABC", customUrl: null })).toBe("/player/stage/01ABC");
  expect(replayPlayerPath("01ABC")).toBe("/player/replay/01ABC");
  expect(profilePlayerPath("Ada von Marlow")).toBe("/player/Ada-von%20Marlow");
});

test("the frame escapes quotes and markup in a name", () => {
  const html = embedHtml({ url: `${origin}/player/a?b&c`, name: 'A "loud" <b>', ...embedSize });
  expect(html).toBe(
    '<iframe src="https://cue.example/player/a?b&amp;c" width="800" height="326" title="A &quot;loud&quot; &lt;b&gt; on Cue" allow="autoplay" style="border:0;max-width:100%"></iframe>',
  );
});

test("a page links to its oEmbed description", () => {
  expect(oEmbedUrl(origin, `${origin}/room/x?a=1&b=2`)).toBe(
    "https://cue.example/oembed?format=json&url=https%3A%2F%2Fcue.example%2Froom%2Fx%3Fa%3D1%26b%3D2",
  );
});
