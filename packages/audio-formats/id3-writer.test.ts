import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeId3 } from "./id3-writer.ts";
import { silentMp3Frame } from "./silence.ts";

const hasFfmpeg = spawnSync("ffprobe", ["-version"]).status === 0;
const tag = {
  title: "Nuit d’été",
  artist: "Žižek",
  album: "The Vault",
  year: "2027",
  genre: "Downtempo",
  cover: null,
  chapters: [
    { start: 0, title: "Ana – One" },
    { start: 1_500, title: "Ana – Zwei €" },
  ],
  durationMs: 4_000,
};

test("the size in the header is that of everything after it, in bytes of seven bits", () => {
  const long = { ...tag, title: "x".repeat(70_000) };
  const bytes = writeId3(long);
  const size = bytes.subarray(6, 10).reduce((sum, byte) => (sum << 7) | byte, 0);
  expect(size).toBe(bytes.byteLength - 10);
  expect(bytes.subarray(6, 10).every((byte) => byte < 0x80)).toBe(true);
});

test.runIf(hasFfmpeg)("an independent reader finds the texts and the chapters", () => {
  const file = join(mkdtempSync(join(tmpdir(), "cue-id3-")), "a.mp3");
  writeFileSync(
    file,
    Buffer.concat([writeId3(tag), ...Array.from({ length: 168 }, () => silentMp3Frame(null).bytes)]),
  );
  const args = ["-v", "error", "-show_format", "-show_chapters", "-of", "json", file];
  const read = JSON.parse(execFileSync("ffprobe", args, { encoding: "utf8" }));
  expect(read.format.tags).toMatchObject({
    title: "Nuit d’été",
    artist: "Žižek",
    album: "The Vault",
    date: "2027",
    genre: "Downtempo",
  });
  expect(read.chapters).toMatchObject([
    { start: 0, end: 1_500, tags: { title: "Ana – One" } },
    { start: 1_500, end: 4_000, tags: { title: "Ana – Zwei €" } },
  ]);
});

test("the cover is a frame of its own, with the bytes of the picture", () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);
  const bytes = Buffer.from(writeId3({ ...tag, cover: jpeg }));
  const at = bytes.indexOf("APIC");
  expect(bytes.subarray(at + 10, at + 24).toString("latin1")).toBe("\0image/jpeg\0\x03\0");
  expect(bytes.subarray(at + 24, at + 24 + jpeg.byteLength)).toEqual(Buffer.from(jpeg));
});
