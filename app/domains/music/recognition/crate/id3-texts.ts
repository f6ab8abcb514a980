/**
 * The texts in ID3 tags, also those that are not what their encoding says. A slash in a name is a letter of it: version
 * 2.3 separates names by it, which nobody can tell from "AC/DC".
 */

import { utf16 } from "#app/domains/base/text/charset/utf16.ts";
import type { Id3Frame } from "#packages/audio-formats/id3-reader.ts";
import type { TagField, TagText, TagTexts } from "./tag-texts.ts";

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

/** Returns the texts of these frames, by field. Of several frames of one field the first counts. */
export function id3Texts(frames: readonly Id3Frame[]): TagTexts {
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

/** Returns the byte order of a text without a mark, by where the zeros of its ASCII letters are. */
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
