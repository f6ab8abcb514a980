/** Writes ID3v2.4 tags with chapters (id3.org: "ID3v2.4.0", "ID3v2 Chapter Frame Addendum"). */
import { concat, uint32 } from "./bytes.ts";
import { writeId3Header, writeSynchsafe } from "./id3-header.ts";

const text = new TextEncoder();

export interface Id3Chapter {
  /** Position, ms. It lasts until the next chapter, or the end. */
  start: number;
  title: string;
}

export interface Id3Tag {
  title: string;
  artist: string;
  album: string;
  year: string;
  genre: string;
  /** A JPEG; null where there is none. */
  cover: Uint8Array | null;
  /** Chapters by position; each lasts until the next, the last until `durationMs`. */
  chapters: readonly Id3Chapter[];
  /** Null while it grows; then it has no chapters. */
  durationMs: number | null;
}

/** Returns the whole tag, which stands before the first MP3 frame. */
export function writeId3(tag: Id3Tag): Uint8Array {
  const frames = [
    ...textFrames({ TIT2: tag.title, TPE1: tag.artist, TALB: tag.album, TDRC: tag.year, TCON: tag.genre }),
    ...(tag.cover === null ? [] : [coverFrame(tag.cover)]),
    ...(tag.durationMs === null ? [] : endedFrames(tag.chapters, tag.durationMs)),
  ];
  const body = concat(frames);
  return concat([writeId3Header(body.byteLength), body]);
}

function textFrames(texts: Record<string, string>): Uint8Array[] {
  return Object.entries(texts).flatMap(([id, value]) => (value === "" ? [] : [textFrame(id, value)]));
}

const endedFrames = (chapters: readonly Id3Chapter[], durationMs: number) => [
  textFrame("TLEN", String(Math.round(durationMs))),
  ...chapterFrames(chapters, durationMs),
];

/** A table of contents, which players need to find the chapters, and each chapter. It counts at most 255 of them. */
function chapterFrames(chapters: readonly Id3Chapter[], durationMs: number): Uint8Array[] {
  const listed = chapters.slice(0, 255);
  if (listed.length === 0) return [];
  const topLevelAndOrdered = 3;
  const names = listed.map((_, index) => terminated(`ch${index}`));
  const contents = [terminated("toc"), Uint8Array.from([topLevelAndOrdered, listed.length]), ...names];
  return [
    frame("CTOC", concat(contents)),
    ...listed.map(({ start, title }, index) => {
      const end = listed[index + 1]?.start ?? durationMs;
      // The byte offsets are not used: players go by the times.
      const offsets = [uint32(0xffffffff), uint32(0xffffffff)];
      const times = [uint32(Math.round(start)), uint32(Math.round(Math.max(start, end)))];
      return frame(
        "CHAP",
        concat([terminated(`ch${index}`), ...times, ...offsets, textFrame("TIT2", title)]),
      );
    }),
  ];
}

/** The picture, as that of the front, without a description. */
function coverFrame(jpeg: Uint8Array): Uint8Array {
  const [latin1, frontCover] = [0, 3];
  return frame(
    "APIC",
    concat([Uint8Array.from([latin1]), terminated("image/jpeg"), Uint8Array.from([frontCover, 0]), jpeg]),
  );
}

const utf8 = 3;
const textFrame = (id: string, value: string) =>
  frame(id, concat([Uint8Array.from([utf8]), text.encode(value.toWellFormed().replaceAll("\0", " "))]));

const frame = (id: string, body: Uint8Array) =>
  concat([latin(id), writeSynchsafe(body.byteLength), new Uint8Array(2), body]);

const latin = (value: string) => text.encode(value);
const terminated = (value: string) => concat([latin(value), new Uint8Array(1)]);
