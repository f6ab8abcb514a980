/** The tags in the parts of a WAV or an AIFF: an ID3 tag, and texts of their own, whose charset nobody says. */

import { readId3v2 } from "#packages/audio-formats/id3-reader.ts";
import { bytesOf, type Chunk, readChunks } from "#packages/audio-formats/pcm-file.ts";
import { id3Texts } from "./id3-texts.ts";
import type { TagField, TagTexts } from "./tag-texts.ts";

const maxTextBytes = 4_000;
const fields: Readonly<Record<string, TagField>> = {
  INAM: "title",
  IART: "artist",
  ISRC: "isrc",
  IMUS: "composer",
  NAME: "title",
  AUTH: "artist",
};

/** The ID3 tag first. Empty for all other files. */
export async function readChunkTags(file: Blob): Promise<TagTexts[]> {
  const found = await readChunks(file);
  if (found === null) return [];
  const { type, chunks } = found;
  const id3 = chunks.find(({ name }) => name.toUpperCase() === "ID3 ");
  const tag = id3 === undefined ? null : await readId3v2(file, id3.from);
  const own = type === "WAVE" ? await listInfo(file, chunks) : chunks;
  const texts: TagTexts = {};
  for (const { name, from, size } of own) {
    const field = fields[name];
    if (field !== undefined) texts[field] ??= [await textOf(file, from, size)];
  }
  return tag === null ? [texts] : [id3Texts(tag), texts];
}

/** The parts of the list of a WAV. */
async function listInfo(file: Blob, chunks: readonly Chunk[]): Promise<Chunk[]> {
  const parts: Chunk[] = [];
  for (const { name, from, size } of chunks) {
    if (name !== "LIST" || size > 1_000_000) continue;
    const list = await bytesOf(file, from, size);
    if (list.byteLength < 4 || nameAt(list, 0) !== "INFO") continue;
    for (let at = 4; at + 8 <= list.byteLength; ) {
      const length = list.getUint32(at + 4, true);
      parts.push({ name: nameAt(list, at), from: from + at + 8, size: length });
      at += 8 + length + (length % 2);
    }
  }
  return parts;
}

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

async function textOf(file: Blob, from: number, size: number): Promise<Uint8Array> {
  const view = await bytesOf(file, from, Math.min(size, maxTextBytes));
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
