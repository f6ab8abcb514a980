/** Turns an encoder's title into the text that people may see. */

const maxCharacters = 200;

/** Hyphens, figure, en and em dashes, the minus sign: encoders use any of them. Three characters with the spaces. */
const spacedDash = / [-\u2010-\u2015\u2212] /;

/** Both are empty where the encoder plays something that has no title. */
export interface TitleFields {
  artist: string;
  title: string;
}

/** What programs announce for a file without tags: Liquidsoap "Unknown", others both fields. */
const placeholders: ReadonlySet<string> = new Set([
  "unknown",
  "unknown artist",
  "unknown title",
  "unknown track",
]);
const isPlaceholder = (text: string) => text === "" || placeholders.has(text.toLowerCase());

/**
 * The title in the query of a metadata request: `artist=` and `title=` have priority over `song=` (some encoders leave
 * an old `song` beside them). Undefined where there is nothing to show.
 */
export function titleOfQuery(query: string): TitleFields | undefined {
  const fields = decodeQuery(query);
  const artist = fields.get("artist") ?? "";
  const title = fields.get("title") ?? "";
  if (title !== "") return cleanTitle({ artist, title });
  const song = fields.get("song") ?? "";
  return cleanTitle(
    artist === "" ? { artist: "", title: song } : { artist, title: withoutArtist(song, artist) },
  );
}

/**
 * Cleans both fields, and splits "Artist - Title" at the first dash between spaces, short or long, where no separate
 * artist is given. Undefined where nothing is left; two empty fields where only placeholders are.
 */
export function cleanTitle(fields: TitleFields): TitleFields | undefined {
  const split = splitTitle(fields);
  const isUnknown = split !== undefined && isPlaceholder(split.artist) && isPlaceholder(split.title);
  return isUnknown ? { artist: "", title: "" } : split;
}

function splitTitle(fields: TitleFields): TitleFields | undefined {
  const artist = cleanText(fields.artist);
  const title = cleanText(fields.title);
  if (artist !== "" && title !== "") return { artist, title };
  const text = title === "" ? artist : title;
  if (text === "") return undefined;
  const dash = text.search(spacedDash);
  if (dash <= 0 || dash + 3 >= text.length) return { artist: "", title: text };
  return { artist: text.slice(0, dash).trim(), title: text.slice(dash + 3).trim() };
}

/**
 * One line of NFC text of at most 200 characters, without control, bidirectional and other invisible characters that
 * make one name look like another.
 */
export function cleanText(text: string): string {
  const visible = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  return [...visible].slice(0, maxCharacters).join("").trim();
}

function withoutArtist(song: string, artist: string): string {
  const isNamed = song.startsWith(artist) && song.slice(artist.length).search(spacedDash) === 0;
  return isNamed ? song.slice(artist.length + 3) : song;
}

/** The first value of each field, decoded by the charset that the query names, otherwise as UTF-8 or Latin-1. */
export function decodeQuery(query: string): Map<string, string> {
  const raw = new Map<string, Buffer>();
  for (const part of query.split("&")) {
    const equals = part.indexOf("=");
    if (equals <= 0) continue;
    const key = part.slice(0, equals).toLowerCase();
    if (!raw.has(key)) raw.set(key, percentDecode(part.slice(equals + 1)));
  }
  const charset = raw.get("charset")?.toString("latin1").toLowerCase().replaceAll("_", "-") ?? "";
  const isLatin = /^(iso-?8859-1|latin-?1|windows-1252|cp1252)$/.test(charset);
  return new Map([...raw].map(([key, bytes]) => [key, isLatin ? latin1(bytes) : utf8OrLatin1(bytes)]));
}

function percentDecode(text: string): Buffer {
  const bytes = text
    .replaceAll("+", " ")
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const windows1252 = new TextDecoder("windows-1252");

function latin1(bytes: Buffer): string {
  return windows1252.decode(bytes);
}

function utf8OrLatin1(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return latin1(bytes);
  }
}
