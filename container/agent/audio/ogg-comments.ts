/** Reads ARTIST and TITLE from the comment header that Vorbis, Opus and FLAC share (xiph.org, v-comment). */

/** `body` starts at the vendor string's length. Answers undefined for anything malformed. */
export function readComments(body: Buffer): { artist: string; title: string } | undefined {
  const values = new Map<string, string[]>();
  let offset = 0;
  const take = (length: number): Buffer | undefined => {
    if (length > body.length - offset) return undefined;
    offset += length;
    return body.subarray(offset - length, offset);
  };
  const takeSized = (): Buffer | undefined => {
    const size = take(4);
    return size && take(size.readUInt32LE(0));
  };

  if (takeSized() === undefined) return undefined;
  const count = take(4)?.readUInt32LE(0);
  if (count === undefined) return undefined;
  for (let index = 0; index < count; index++) {
    const comment = takeSized();
    if (comment === undefined) break;
    // Cover art may fill megabytes; a title never does.
    if (comment.length > 8_192) continue;
    const text = comment.toString("utf8");
    const equals = text.indexOf("=");
    if (equals <= 0) continue;
    const key = text.slice(0, equals).toUpperCase();
    values.set(key, [...(values.get(key) ?? []), text.slice(equals + 1)]);
  }
  const joined = (key: string) => (values.get(key) ?? []).join(", ");
  return { artist: joined("ARTIST"), title: joined("TITLE") };
}
