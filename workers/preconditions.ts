/** Conditional requests for a file that is read (RFC 9110, 13). No file here has a date of its last change. */

/** Tags are compared by their bytes; a weak one says only that the content means the same. */
interface EntityTag {
  isWeak: boolean;
  opaque: string;
}

const readTags = (list: string): EntityTag[] =>
  Array.from(list.matchAll(/(W\/)?("[^"]*")/g), ([, weak, opaque = ""]) => ({
    isWeak: weak !== undefined,
    opaque,
  }));

/** Both must be strong, and the same. */
function isStrongly(asked: EntityTag, tag: EntityTag | undefined): boolean {
  return tag !== undefined && !asked.isWeak && !tag.isWeak && asked.opaque === tag.opaque;
}

type Headers = (name: "if-match" | "if-none-match" | "if-range") => string | null | undefined;

/**
 * Returns the response in the place of the file: 412 where the caller wants only another version than this one, 304
 * where they have it already; null: the file. `etag`: of the file, or null where it has none.
 */
export function checkPreconditions(header: Headers, etag: string | null): 304 | 412 | null {
  const [tag] = readTags(etag ?? "");
  const wanted = header("if-match");
  if (wanted != null && wanted.trim() !== "*" && !readTags(wanted).some((each) => isStrongly(each, tag)))
    return 412;
  const known = header("if-none-match");
  if (known == null) return null;
  const isKnown =
    known.trim() === "*" || readTags(known).some(({ opaque }) => tag !== undefined && opaque === tag.opaque);
  return isKnown ? 304 : null;
}

/** Whether a requested range is of the bytes that the caller has: it says of which file, or nothing. */
export function isRangeOf(header: Headers, etag: string | null): boolean {
  const asked = header("if-range");
  if (asked == null) return true;
  const [tag] = readTags(etag ?? "");
  // A date never matches: no file here has one.
  return /^(?:W\/)?"[^"]*"$/.test(asked.trim()) && readTags(asked).every((each) => isStrongly(each, tag));
}
