/** Reads ARTIST and TITLE from the comment header of an Ogg stream. */
import { decodeDeclared } from "#app/domains/base/text/charset/declared.ts";
import { readVorbisComments } from "#packages/audio-formats/vorbis-comments.ts";

/** Cover art may take megabytes, a title never does; a header has a few dozen comments. */
const limits = { maxBytes: 8_192, maxCount: 1_000 };
/** Several artists are several comments; beyond this many the rest is ignored. */
const maxValues = 16;

/** `body` starts at the vendor string's length. Returns null for anything malformed. */
export function readTitle(body: Uint8Array): { artist: string; title: string } | null {
  const comments = readVorbisComments(body, limits);
  if (comments === null) return null;
  const valuesOf = (wanted: string) =>
    comments
      .filter(({ name }) => name === wanted)
      .slice(0, maxValues)
      .map(({ value }) => decodeDeclared(value, "utf-8"))
      .join(", ");
  return { artist: valuesOf("ARTIST"), title: valuesOf("TITLE") };
}
