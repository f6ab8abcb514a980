/** Which of the tracks that Spotify found is the one that was played: by ISRC, otherwise by artist and title. */
import { foldName, identifyTrack } from "../tracks/identity.ts";

export interface WantedTrack {
  artist: string;
  title: string;
  /** The International Standard Recording Code, where it is known. */
  isrc: string | null;
}

interface Candidate {
  id: string;
  name: string;
  artists: readonly string[];
  isrc: string | null;
}

/** Labels add it on one service and leave it out on another. */
const originalMix = / \(original mix\)$/u;
/** What joins several artists in one name; Spotify lists them. */
const joint = /, | and | x | vs /u;
/** What its search reads as its own, or as the end of the name. */
const searchSigns = /["()[\]{}:*]+/gu;
/** Its documentation names no limit; longer queries were refused. */
const maxQueryPart = 80;

/** Returns the id of the wanted track, or null: in doubt, none. */
export function pickTrack(wanted: WantedTrack, found: readonly Candidate[]): string | null {
  const isrc = plainIsrc(wanted.isrc);
  const same = isrc === null ? undefined : found.find((each) => plainIsrc(each.isrc) === isrc);
  if (same !== undefined) return same.id;
  const key = keyOf([wanted.artist], wanted.title);
  return found.find(({ artists, name }) => keyOf(artists, name) === key)?.id ?? null;
}

/** Title and artists in a form that is equal for both services' ways to name guests and versions. */
function keyOf(artists: readonly string[], title: string): string {
  const [main = "", ...others] = artists;
  const track = identifyTrack(main, title);
  const names = [...track.artists.map(({ name }) => name), ...others];
  const parts = names.flatMap((name) => foldName(name).split(joint)).map((name) => name.trim());
  const by = [...new Set(parts)].filter((name) => name !== "").toSorted();
  return `${by.join("\n")}\n\n${titleOf(track.key).replace(originalMix, "")}`;
}

/** Folded, without guests. */
const titleOf = (key: string): string => key.slice(key.indexOf("\n") + 1);

function plainIsrc(isrc: string | null): string | null {
  const plain = isrc?.replace(/[\s-]/g, "").toUpperCase() ?? "";
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(plain) ? plain : null;
}

/** What to search for, the most certain first; nothing for a track without an artist or a title. */
export function queriesFor({ artist, title, isrc }: WantedTrack): string[] {
  const code = plainIsrc(isrc);
  const byCode = code === null ? [] : [`isrc:${code}`];
  const track = identifyTrack(artist, title);
  const [name, main] = [titleOf(track.key), track.artists[0]?.name ?? ""].map((part) =>
    part.replace(searchSigns, " ").replace(/\s+/gu, " ").trim().slice(0, maxQueryPart),
  );
  return name && main ? [...byCode, `track:"${name}" artist:"${main}"`] : byCode;
}
