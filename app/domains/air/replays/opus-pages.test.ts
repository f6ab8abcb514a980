import { expect, test } from "vitest";
import { OggOpusWriter } from "#packages/audio-formats/ogg-opus.ts";
import { opusEnd, opusHead } from "./opus-pages.ts";

test("the pages around the chunks are those that one writer of the whole stream makes", () => {
  const writer = new OggOpusWriter(7);
  const packet = new Uint8Array(40);
  const head = writer.head({ channels: 2, preSkip: 312, comments: {} });
  const chunks = [2_500, 20].map((ms, n) => ({
    n,
    place: "r2" as const,
    ms,
    pages: Math.ceil(ms / 1_000),
    opusBytes: 1,
    mp3Bytes: 0,
  }));
  for (const { ms } of chunks)
    for (let at = 0; at < ms; at += 1_000)
      writer.page(Array.from({ length: Math.min(1_000, ms - at) / 20 }, () => packet));
  expect(opusHead({ serial: 7 })).toEqual(head);
  expect(opusEnd({ serial: 7, chunks })).toEqual(writer.end());
});
