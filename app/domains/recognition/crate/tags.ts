/** What a file says about itself. Loaded only where files are read: the library knows every format. */
import type { CrateTrackInput } from "../contract.ts";

export type Tags = Pick<
  CrateTrackInput,
  "title" | "artists" | "isrc" | "composer" | "label" | "catalogueNumber"
>;

export interface FileTags {
  tags: Tags;
  /** As the file has it, or null. */
  durationMs: number | null;
}

const maxName = 200;
const cut = (text: string | undefined, length: number = maxName) => text?.trim().slice(0, length) || null;

/** Reads only the parts of a file that have tags; where it has none, its name says what it can. */
export async function readTags(file: File): Promise<FileTags> {
  try {
    const { parseBlob } = await import("music-metadata");
    const { common, format } = await parseBlob(file, { skipCovers: true, duration: false });
    const named = fromName(file.name);
    const artists = (common.artists ?? [common.artist ?? ""]).flatMap((name) => cut(name) ?? []);
    const tags = {
      title: cut(common.title) ?? named.title,
      // A name that the file's name and no tag has belongs to the title there.
      artists: artists.length > 0 || common.title ? artists.slice(0, 20) : named.artists,
      isrc: cut(common.isrc?.[0], 20),
      composer: cut(common.composer?.join(", ")),
      label: cut(common.label?.[0]),
      catalogueNumber: cut(common.catalognumber?.[0], 60),
    };
    return { tags, durationMs: format.duration === undefined ? null : format.duration * 1_000 };
  } catch {
    return { tags: fromName(file.name), durationMs: null };
  }
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
