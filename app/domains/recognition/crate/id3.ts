/**
 * ID3 tags of all versions, as files have them and not only as they should: frames with plain sizes in version 2.4
 * (iTunes), and texts that are not what their encoding says. A slash in a name is a letter of it: version 2.3 separates
 * names by it, which nobody can tell from "AC/DC".
 */

import { bytesOf } from "#packages/audio-formats/pcm-file.ts";
import { utf16 } from "../../text/charset/utf16.ts";
import type { TagField, TagText, TagTexts } from "./tag-texts.ts";

/** Names stand before pictures, or behind one of these. */
const maxTagBytes = 16 * 1024 * 1024;
const headerBytes = 10;

const frameFields: Readonly<Record<string, TagField>> = {
  TIT2: "title",
  TT2: "title",
  TPE1: "artist",
  TP1: "artist",
  TSRC: "isrc",
  TRC: "isrc",
  TCOM: "composer",
  TCM: "composer",
  TPUB: "label",
  TPB: "label",
};
/** Texts that name themselves. */
const ownFields: Readonly<Record<string, TagField>> = {
  CATALOGNUMBER: "catalogueNumber",
  CATALOGID: "catalogueNumber",
  DISCOGS_CATALOG: "catalogueNumber",
  LABEL: "label",
  DISCOGS_LABEL: "label",
  ISRC: "isrc",
};

interface Frame {
  id: string;
  content: Uint8Array;
}

/** The tag of version 2 that begins at a place of a file; null where none does. */
export async function readId3v2(file: Blob, at: number): Promise<TagTexts | null> {
  const head = await bytesOf(file, at, headerBytes);
  if (head.byteLength < headerBytes || nameOf(head, 0, 3) !== "ID3") return null;
  const [version, flags] = [head.getUint8(3), head.getUint8(5)];
  if (version < 2 || version > 4) return null;
  const size = Math.min(syncSafe(head, 6), maxTagBytes);
  const stored = toBytes(await bytesOf(file, at + headerBytes, size));
  const isUnsynchronised = (flags & 0x80) !== 0;
  const body = isUnsynchronised && version < 4 ? withoutStuffing(stored) : stored;
  const from = (flags & 0x40) !== 0 && version > 2 ? extendedLength(body, version) : 0;
  return toTexts(readFrames(body.subarray(from), version, isUnsynchronised));
}

/** The tag of version 1 at the end of a file; null where there is none. */
export async function readId3v1(file: Blob): Promise<TagTexts | null> {
  if (file.size < 128) return null;
  const tag = await bytesOf(file, file.size - 128, 128);
  if (nameOf(tag, 0, 3) !== "TAG") return null;
  const bytes = toBytes(tag);
  const textAt = (at: number) => {
    const field = bytes.subarray(at, at + 30);
    const end = field.indexOf(0);
    return [end < 0 ? wholeLetters(field) : field.subarray(0, end)];
  };
  return { title: textAt(3), artist: textAt(33) };
}

/** A field that is full may end within a letter of UTF-8. */
function wholeLetters(field: Uint8Array): Uint8Array {
  for (let cut = 1; cut <= 3; cut++) {
    const lead = field[field.length - cut] ?? 0;
    if (lead < 0x80) return field;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (length > cut && isUtf8(field.subarray(0, -cut))) return field.subarray(0, -cut);
  }
  return field;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return /[^\0-\u007f]/u.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

const nameOf = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));

const toBytes = (view: DataView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/** Seven bits a byte. */
const syncSafe = (view: DataView, at: number) =>
  [0, 1, 2, 3].reduce((sum, index) => sum * 128 + (view.getUint8(at + index) & 0x7f), 0);

/** Without the zero behind each 0xFF, which keeps a tag from looking like sound. */
function withoutStuffing(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, at) => byte !== 0 || at === 0 || bytes[at - 1] !== 0xff);
}

function extendedLength(body: Uint8Array, version: number): number {
  if (body.length < 4) return 0;
  const view = viewOf(body);
  return version === 3 ? view.getUint32(0) + 4 : syncSafe(view, 0);
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** By the sizes that lead from frame to frame up to the end: those of the version, unless the other ones lead further. */
function readFrames(body: Uint8Array, version: number, isUnsynchronised: boolean): Frame[] {
  if (version === 2) return walk(body, version, plainSize, isUnsynchronised).frames;
  const sizes = version === 4 ? [syncSafe, plainSize] : [plainSize, syncSafe];
  const [first, second] = sizes.map((size) => walk(body, version, size, isUnsynchronised));
  if (first === undefined || second === undefined) return [];
  if (first.isWhole !== second.isWhole) return first.isWhole ? first.frames : second.frames;
  // A wrong size may lead into the empty space at the end.
  return second.frames.length > first.frames.length ? second.frames : first.frames;
}

const plainSize = (view: DataView, at: number) => view.getUint32(at);

function walk(
  body: Uint8Array,
  version: number,
  sizeAt: (view: DataView, at: number) => number,
  isUnsynchronised: boolean,
): { frames: Frame[]; isWhole: boolean } {
  const view = viewOf(body);
  const [idLength, headLength] = version === 2 ? [3, 6] : [4, headerBytes];
  const frames: Frame[] = [];
  let at = 0;
  while (at + headLength <= body.length && body[at] !== 0) {
    const id = nameOf(view, at, idLength);
    if (!/^[A-Z][A-Z0-9]{2,3}$/u.test(id)) return { frames, isWhole: false };
    const size = version === 2 ? view.getUint32(at + 2) & 0xffffff : sizeAt(view, at + 4);
    const flags = version === 2 ? 0 : view.getUint8(at + 9);
    const end = at + headLength + size;
    if (end > body.length) return { frames, isWhole: false };
    frames.push({
      id,
      content: contentOf(body.subarray(at + headLength, end), version, flags, isUnsynchronised),
    });
    at = end;
  }
  return { frames, isWhole: true };
}

/** Empty for a frame that is compressed or encrypted: no program does that to names. */
function contentOf(bytes: Uint8Array, version: number, flags: number, isUnsynchronised: boolean): Uint8Array {
  if (version === 3) return (flags & 0xc0) !== 0 ? bytes.subarray(0, 0) : bytes.subarray((flags & 0x20) >> 5);
  if (version !== 4) return bytes;
  if ((flags & 0x0c) !== 0) return bytes.subarray(0, 0);
  // Which group a frame belongs to, and how long it would be otherwise, stand before it.
  const from = ((flags & 0x40) !== 0 ? 1 : 0) + ((flags & 0x01) !== 0 ? 4 : 0);
  const content = bytes.subarray(from);
  return (flags & 0x02) !== 0 || isUnsynchronised ? withoutStuffing(content) : content;
}

function toTexts(frames: readonly Frame[]): TagTexts {
  const texts: TagTexts = {};
  for (const { id, content } of frames) {
    const field = frameFields[id];
    if (field !== undefined) texts[field] ??= textsOf(content);
    else if (id === "TXXX" || id === "TXX") {
      const [name = "", ...values] = textsOf(content);
      const own = ownFields[(typeof name === "string" ? name : latin1(name)).toUpperCase()];
      if (own !== undefined) texts[own] ??= values;
    }
  }
  return texts;
}

const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

/** The values of a text, which zeros separate. What is called Latin-1 is often something else. */
function textsOf(content: Uint8Array): TagText[] {
  const [encoding, text] = [content[0] ?? 0, content.subarray(1)];
  if (encoding === 1 || encoding === 2) return wideTexts(text, encoding === 1 && isLittle(text));
  if (encoding === 0 || encoding === 3) return splitAtZeros(text);
  // Some programs leave the encoding out.
  return encoding < 32 ? splitAtZeros(text) : splitAtZeros(content);
}

/** Without a mark, by where the zeros of its ASCII letters are. */
function isLittle(text: Uint8Array): boolean {
  if (text[0] === 0xfe && text[1] === 0xff) return false;
  return (text[0] === 0xff && text[1] === 0xfe) || text[0] !== 0;
}

const wideTexts = (text: Uint8Array, isLittleEndian: boolean) =>
  utf16(text, isLittleEndian)
    .replaceAll("\ufeff", "")
    .split("\0")
    .filter((each) => each !== "");

/** UTF-8 that is declared and valid is found to be that; what is declared and not valid is something else. */
function splitAtZeros(text: Uint8Array): Uint8Array[] {
  const values: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text[at] !== 0) continue;
    if (at > from) values.push(text.subarray(from, at));
    from = at + 1;
  }
  return values;
}
