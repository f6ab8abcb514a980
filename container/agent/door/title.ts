/** Turns an encoder's title into the text that people may see. */
import { decodeDeclared } from "#app/domains/base/text/charset/declared.ts";
import { type ArtistTitle, cleanName, spacedDash, splitArtistTitle } from "#app/domains/base/text/names.ts";

const maxCharacters = 200;

/** Both are empty where the encoder plays something that has no title. */
export type TitleFields = ArtistTitle;

/** Titles that programs announce for a file without tags: Liquidsoap "Unknown", others both fields. */
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
 * Cleans both fields, and splits "Artist - Title" where no separate artist is given. Undefined where nothing is left; two
 * empty fields where only placeholders are, or the dash of a program that joins two fields.
 */
export function cleanTitle(fields: TitleFields): TitleFields | undefined {
  const artist = cleanName(fields.artist, maxCharacters);
  const title = cleanName(fields.title, maxCharacters);
  if (artist === "" && title === "") return undefined;
  const named =
    artist !== "" && title !== ""
      ? { artist, title }
      : splitArtistTitle(title === "" ? fields.artist : fields.title, maxCharacters);
  const isUnknown = isPlaceholder(named.artist) && isPlaceholder(named.title);
  return isUnknown ? { artist: "", title: "" } : named;
}

function withoutArtist(song: string, artist: string): string {
  const isNamed = song.startsWith(artist) && song.slice(artist.length).search(spacedDash) === 0;
  return isNamed ? song.slice(artist.length + 3) : song;
}

/** The first value of each field, decoded by the charset that the query declares. */
function decodeQuery(query: string): Map<string, string> {
  const raw = readQuery(query);
  const charset = raw.get("charset")?.toString("latin1");
  return new Map([...raw].map(([key, bytes]) => [key, decodeDeclared(bytes, charset)]));
}

/** The first value of each field, in bytes. */
export function readQuery(query: string): Map<string, Buffer> {
  const raw = new Map<string, Buffer>();
  for (const part of query.split("&")) {
    const equals = part.indexOf("=");
    if (equals <= 0) continue;
    const key = part.slice(0, equals).toLowerCase();
    if (!raw.has(key)) raw.set(key, percentDecode(part.slice(equals + 1)));
  }
  return raw;
}

function percentDecode(text: string): Buffer {
  const bytes = text
    .replaceAll("+", " ")
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}
