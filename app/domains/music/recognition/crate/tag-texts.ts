/**
 * Texts of the tags of one file, and which of them counts. Safe for pages: texts whose charset nobody declares are
 * decoded again there with another one.
 */
import { type Charset, decodeAs, decodeUndeclared } from "#app/domains/base/text/charset/undeclared.ts";
import type { CrateTrackInput } from "../contract.ts";

export type Tags = Pick<
  CrateTrackInput,
  "title" | "artists" | "isrc" | "composer" | "label" | "catalogueNumber"
>;

const tagFields = ["title", "artist", "isrc", "composer", "label", "catalogueNumber"] as const;
export type TagField = (typeof tagFields)[number];

/** Bytes where nobody says how they are encoded. */
export type TagText = string | Uint8Array;
/** One tag of a file; a file may have several. */
export type TagTexts = Partial<Record<TagField, TagText[]>>;

/** The source of a file's names, to read them with another charset. */
export interface TagGuess {
  texts: TagTexts[];
  named: Tags;
}

interface ReadTags {
  tags: Tags;
  /** The charset of texts without a declared one; null where there are none beyond ASCII. */
  charset: Charset | null;
  /** The charset is a guess that nothing in the file agrees with: people are asked. */
  isGuessed: boolean;
}

const maxName = 200;
const cut = (text: string | undefined, length: number = maxName) =>
  text?.replaceAll("\0", "").trim().slice(0, length).toWellFormed() || null;

/**
 * The first tag that has a title counts as a whole. Others fill what it lacks, where they agree with it about the title
 * or the artist and contradict it in neither: two tags that disagree are of two recordings. `named`: by the file's name.
 */
export function chooseTags(all: readonly TagTexts[], named: Tags, charset?: Charset): ReadTags {
  const { read, ...how } = decoderOf(all, charset);
  const decoded = all.map((each) => decodeTag(each, read));
  const first =
    decoded.find(({ title }) => title.length > 0) ?? decoded.find(({ artist }) => artist.length > 0);
  const fields = first === undefined ? undefined : filledFrom(first, decoded);
  const artists = (fields?.artist ?? []).flatMap((name) => cut(name) ?? []);
  const title = cut(fields?.title[0]);
  return {
    tags: {
      title: title ?? named.title,
      // A name that the file's name and no tag has belongs to the title there.
      artists: artists.length > 0 || title !== null ? artists.slice(0, 20) : named.artists,
      isrc: cut(fields?.isrc[0], 20),
      composer: cut(fields?.composer.join(", ")),
      label: cut(fields?.label[0]),
      catalogueNumber: cut(fields?.catalogueNumber[0], 60),
    },
    ...how,
  };
}

type Decoded = Record<TagField, string[]>;

function decodeTag(texts: TagTexts, read: (bytes: Uint8Array) => string): Decoded {
  const ofField = (field: TagField) =>
    (texts[field] ?? [])
      .map((text) => (typeof text === "string" ? text : read(text)).trim())
      .filter((text) => text !== "");
  return Object.fromEntries(tagFields.map((field) => [field, ofField(field)])) as Decoded;
}

function filledFrom(first: Decoded, all: readonly Decoded[]): Decoded {
  const filled = { ...first };
  for (const other of all) {
    if (other === first || !areConsistent(first, other)) continue;
    for (const field of tagFields) if (filled[field].length === 0) filled[field] = other[field];
  }
  return filled;
}

function areConsistent(a: Decoded, b: Decoded): boolean {
  const pairs = (["title", "artist"] as const)
    .map((field) => [fold(a[field].join(" ")), fold(b[field].join(" "))] as const)
    .filter(([one, other]) => one !== "" && other !== "");
  return pairs.length > 0 && pairs.every(([one, other]) => isSame(one, other));
}

const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();

/** The oldest tags have room for 30 bytes: a name of theirs may be the beginning of another. */
function isSame(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= 12 && long.startsWith(short));
}

/** All texts of a file have one charset, but those that are UTF-8 are that. */
function decoderOf(all: readonly TagTexts[], chosen: Charset | undefined) {
  const texts = all.flatMap((each) => Object.values(each).flat()).filter((text) => typeof text !== "string");
  const foreign = texts.filter((bytes) => bytes.some((byte) => byte > 127));
  if (foreign.length === 0)
    return { read: (bytes: Uint8Array) => decodeAs(bytes, "utf-8"), charset: null, isGuessed: false };
  const unknown = foreign.filter((bytes) => decodeUndeclared(bytes).isGuessed);
  const charset = chosen ?? decodeUndeclared(joined(unknown)).charset;
  const read = (bytes: Uint8Array) => {
    const found = decodeUndeclared(bytes);
    return found.isGuessed || chosen !== undefined ? decodeAs(bytes, charset) : found.text;
  };
  // Latin-1 is what the formats themselves say.
  return {
    read,
    charset,
    isGuessed: chosen === undefined && unknown.length > 0 && charset !== "windows-1252",
  };
}

function joined(texts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(texts.flatMap((bytes) => [...bytes, 10]));
}
