/** Comparison of a track with those of another service, and the search for it there. Pure. */
import { foldName, identifyTrack } from "./identity.ts";

/** Labels add it on one service and leave it out on another. */
const originalMix = / \(original mix\)$/u;
/** Pattern that joins several artists in one name; services list them. */
const joint = /, | and | x | vs /u;
/** Characters that searches read as their own, or as the end of the name. */
const searchSigns = /["()[\]{}:*]+/gu;
/** No documentation names a limit; Spotify refused longer ones. */
const maxQueryPart = 80;

/** Equal for two spellings of one track, also where services name guests and versions in other ways. */
export function serviceKey(artists: readonly string[], title: string): string {
  const { key } = identifyTrack(artists[0] ?? "", title);
  return `${creditedArtists(artists, title).join("\n")}\n\n${titleOf(key).replace(originalMix, "")}`;
}

/** Everyone who is credited, guests too, folded and sorted. */
export function creditedArtists(artists: readonly string[], title: string): string[] {
  const [main = "", ...others] = artists;
  const names = [...identifyTrack(main, title).artists.map(({ name }) => name), ...others];
  const parts = names.flatMap((name) => foldName(name).split(joint)).map((name) => name.trim());
  return [...new Set(parts)].filter((name) => name !== "").toSorted();
}

/** The title without guests and versions, folded: equal for all versions of a track. */
export const plainTitle = (artists: readonly string[], title: string): string =>
  titleOf(identifyTrack(artists[0] ?? "", title).key)
    .replace(/ \([^()]*\)/gu, "")
    .trim();

/** Folded, without guests. */
const titleOf = (key: string): string => key.slice(key.indexOf("\n") + 1);

/** Returns the words to search for by name; null for a track without an artist or a title. */
export function searchWords(artist: string, title: string): { artist: string; title: string } | null {
  const track = identifyTrack(artist, title);
  const [name, main] = [titleOf(track.key), track.artists[0]?.name ?? ""].map((part) =>
    part.replace(searchSigns, " ").replace(/\s+/gu, " ").trim().slice(0, maxQueryPart),
  );
  return name && main ? { artist: main, title: name } : null;
}
