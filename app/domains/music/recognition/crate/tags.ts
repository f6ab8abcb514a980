/** The tags of a file. Loaded only where files are read: the library knows every format. */
import type { ITag } from "music-metadata";
import { readId3v1, readId3v2 } from "#packages/audio-formats/id3-reader.ts";
import { readChunkTags } from "./chunk-tags.ts";
import { id3Texts } from "./id3-texts.ts";
import { chooseTags, type TagField, type TagGuess, type Tags, type TagTexts } from "./tag-texts.ts";

export interface FileTags {
  tags: Tags;
  /** Length in the file's tags, or null. */
  durationMs: number | null;
  /** The source of the tags, where a charset was guessed; otherwise null. */
  guess: TagGuess | null;
}

const maxName = 200;

/** Names of the fields in formats whose charset is declared. */
const declared = {
  vorbis: {
    title: ["TITLE"],
    artist: ["ARTIST"],
    isrc: ["ISRC"],
    composer: ["COMPOSER"],
    label: ["LABEL", "ORGANIZATION", "PUBLISHER", "DISCOGS_LABEL"],
    catalogueNumber: ["CATALOGNUMBER", "CATALOGID", "DISCOGS_CATALOG"],
  },
  iTunes: {
    title: ["©NAM"],
    artist: ["©ART"],
    isrc: ["----:COM.APPLE.ITUNES:ISRC"],
    composer: ["©WRT"],
    label: ["----:COM.APPLE.ITUNES:LABEL"],
    catalogueNumber: ["----:COM.APPLE.ITUNES:CATALOGNUMBER"],
  },
  APEv2: {
    title: ["TITLE"],
    artist: ["ARTIST"],
    isrc: ["ISRC"],
    composer: ["COMPOSER"],
    label: ["LABEL", "PUBLISHER"],
    catalogueNumber: ["CATALOGNUMBER", "CATALOG"],
  },
} as const satisfies Record<string, Record<TagField, readonly string[]>>;

/**
 * Reads only the parts of a file that have tags; where it has none, its name says what it can. Of several tags the
 * first counts: that of the container (Vorbis, iTunes), ID3 of version 2, APE, texts of the file's own parts, ID3 of
 * version 1.
 */
export async function readTags(file: File): Promise<FileTags> {
  const named = fromName(file.name);
  const [library, id3, chunks, oldest] = await Promise.all([
    readByLibrary(file),
    readId3v2(file, 0).catch(() => null),
    readChunkTags(file).catch(() => []),
    readId3v1(file).catch(() => null),
  ]);
  const { vorbis, iTunes, ape, common, durationMs } = library;
  const oldTag = oldest && { title: [oldest.title], artist: [oldest.artist] };
  const own = [vorbis, iTunes, id3 && id3Texts(id3), ape, ...chunks, oldTag].filter((tag) => tag !== null);
  // What the library makes of all of them counts where it alone knows the format.
  const hasOwn = own.some(({ title, artist }) => title !== undefined || artist !== undefined);
  const texts = hasOwn ? own : [common];
  const { tags, isGuessed } = chooseTags(texts, named);
  return { tags, durationMs, guess: isGuessed ? { texts, named } : null };
}

async function readByLibrary(file: File) {
  try {
    const { parseBlob } = await import("music-metadata");
    const { common, format, native } = await parseBlob(file, { skipCovers: true, duration: false });
    const { title, artist, artists, isrc, composer, label, catalognumber } = common;
    return {
      vorbis: nativeTag(native.vorbis, declared.vorbis),
      iTunes: nativeTag(native.iTunes, declared.iTunes),
      ape: nativeTag(native.APEv2, declared.APEv2),
      common: {
        title: [title ?? ""],
        artist: artists ?? [artist ?? ""],
        isrc: isrc ?? [],
        composer: composer ?? [],
        label: label ?? [],
        catalogueNumber: catalognumber ?? [],
      },
      durationMs: format.duration === undefined ? null : format.duration * 1_000,
    };
  } catch {
    return { vorbis: null, iTunes: null, ape: null, common: {}, durationMs: null };
  }
}

/** Null where the file has no such tag. */
function nativeTag(
  stored: ITag[] | undefined,
  fields: Readonly<Record<TagField, readonly string[]>>,
): TagTexts | null {
  if (stored === undefined) return null;
  const texts: TagTexts = {};
  for (const field of Object.keys(fields) as TagField[]) {
    const values = fields[field]
      .map((id) => stored.filter((tag) => tag.id.toUpperCase() === id).map(({ value }) => String(value)))
      .find((each) => each.length > 0);
    if (values !== undefined) texts[field] = values;
  }
  return texts;
}

/** “01 Artist - Title.mp3”: without a dash all of it is the title. */
export function fromName(name: string): Tags {
  const bare = name.slice(0, Math.max(name.lastIndexOf("."), 0) || undefined).replaceAll("_", " ");
  const words = bare.split(" ").filter((word) => word !== "");
  // The number of the track on its record.
  if (words.length > 1 && /^\d{1,3}[.)]?$/.test(words[0] ?? "")) words.shift();
  if (words.length > 1 && isDash(words[0])) words.shift();
  const dash = words.findIndex((word, index) => index > 0 && index < words.length - 1 && isDash(word));
  const artist = dash < 0 ? undefined : words.slice(0, dash).join(" ");
  const title = words.slice(dash + 1).join(" ");
  return {
    title: title.slice(0, maxName),
    artists: artist === undefined ? [] : [artist.slice(0, maxName)],
    isrc: null,
    composer: null,
    label: null,
    catalogueNumber: null,
  };
}

const isDash = (word: string | undefined) => word === "-" || word === "–" || word === "—";
