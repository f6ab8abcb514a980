/** The track that was played among those that Spotify found: by ISRC, otherwise by artist and title. */
import { plainIsrc } from "../tracks/recording-codes.ts";
import { searchWords, serviceKey } from "../tracks/service-key.ts";

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

/** Returns the id of the wanted track, or null: in doubt, none. */
export function pickTrack(wanted: WantedTrack, found: readonly Candidate[]): string | null {
  const isrc = plainIsrc(wanted.isrc ?? "");
  const same = isrc === null ? undefined : found.find((each) => plainIsrc(each.isrc ?? "") === isrc);
  if (same !== undefined) return same.id;
  const key = serviceKey([wanted.artist], wanted.title);
  return found.find(({ artists, name }) => serviceKey(artists, name) === key)?.id ?? null;
}

/** Returns search queries, the most certain first; none for a track without an artist or a title. */
export function queriesFor({ artist, title, isrc }: WantedTrack): string[] {
  const code = plainIsrc(isrc ?? "");
  const byCode = code === null ? [] : [`isrc:${code}`];
  const words = searchWords(artist, title);
  return words === null ? byCode : [...byCode, `track:"${words.title}" artist:"${words.artist}"`];
}
