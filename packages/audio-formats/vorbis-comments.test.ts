import { expect, test } from "vitest";
import { commentsIn, readOggHead, writeOpusHead } from "./ogg-head.ts";
import { readVorbisComments, writeVorbisComments } from "./vorbis-comments.ts";

const limits = { maxBytes: 100, maxCount: 10 };
const readTexts = (body: Uint8Array) =>
  readVorbisComments(body, limits)?.map(({ name, value }) => [name, new TextDecoder().decode(value)]);

test("comments are read as they were written, with their names in upper case", () => {
  const body = writeVorbisComments("an encoder", { Title: "Žižek = 1", artist: "" });
  expect(readTexts(body)).toEqual([
    ["TITLE", "Žižek = 1"],
    ["ARTIST", ""],
  ]);
});

test("long comments are left out, later ones are not read, and what is cut off ends the list", () => {
  const body = writeVorbisComments("", { A: "1", COVER: "x".repeat(200), B: "2" });
  expect(readTexts(body)).toEqual([
    ["A", "1"],
    ["B", "2"],
  ]);
  expect(readVorbisComments(body, { ...limits, maxCount: 1 })).toHaveLength(1);
  expect(readTexts(body.subarray(0, -1))).toEqual([["A", "1"]]);
});

test.each([
  ["nothing", []],
  ["a vendor that is longer than the rest", [255, 255, 255, 255, 0, 0, 0, 0]],
  ["no number of comments", [0, 0, 0, 0, 1]],
])("%s is malformed", (_, bytes) => expect(readVorbisComments(Uint8Array.from(bytes), limits)).toBeNull());

test("the head of Opus says what it was written with; its tags have comments", () => {
  expect(readOggHead(writeOpusHead({ channels: 2, preSkip: 312 }))).toEqual({
    codec: "opus",
    sampleRate: 48_000,
    channels: 2,
    packets: 2,
  });
  const tags = new TextEncoder().encode("OpusTags");
  expect([commentsIn("opus", tags)?.length, commentsIn("vorbis", tags)]).toEqual([0, null]);
  expect(readOggHead(tags)).toBeNull();
});
