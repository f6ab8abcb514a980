/** Reads ARTIST and TITLE from the comment header that Vorbis, Opus and FLAC share (xiph.org, v-comment). */
import { decodeDeclared } from "#app/domains/text/charset/declared.ts";

/** Cover art may take megabytes; a title never does. */
const maxCommentBytes = 8_192;
/** A header has a few dozen comments. Later ones are not read. */
const maxComments = 1_000;
/** Several artists are several comments; beyond this many the rest is ignored. */
const maxValues = 16;

/** `body` starts at the vendor string's length. Returns undefined for anything malformed. */
export function readComments(body: Buffer): { artist: string; title: string } | undefined {
  const vendorEnd = endOfSized(body, 0);
  if (vendorEnd === undefined || vendorEnd + 4 > body.length) return undefined;
  const count = Math.min(maxComments, body.readUInt32LE(vendorEnd));
  const artists: string[] = [];
  const titles: string[] = [];
  let start = vendorEnd + 4;
  for (let index = 0; index < count; index++) {
    const end = endOfSized(body, start);
    if (end === undefined) break;
    const comment = body.subarray(start + 4, Math.min(end, start + 4 + maxCommentBytes + 1));
    start = end;
    if (comment.length > maxCommentBytes) continue;
    const values = isNamed(comment, "ARTIST=") ? artists : isNamed(comment, "TITLE=") ? titles : undefined;
    if (values === undefined || values.length >= maxValues) continue;
    // UTF-8 by definition, which not every program knows.
    values.push(decodeDeclared(comment.subarray(comment.indexOf("=") + 1), "utf-8"));
  }
  return { artist: artists.join(", "), title: titles.join(", ") };
}

/** Where the item that starts at `start` with its 32-bit length ends; undefined where that is outside the body. */
function endOfSized(body: Buffer, start: number): number | undefined {
  if (start + 4 > body.length) return undefined;
  const end = start + 4 + body.readUInt32LE(start);
  return end > body.length ? undefined : end;
}

function isNamed(comment: Buffer, name: string): boolean {
  return comment.toString("latin1", 0, name.length).toUpperCase() === name;
}
