/** Matches of a track's artists with those at MusicBrainz. Pure. */
import type { CreditedArtist } from "#app/domains/people/integrations/musicbrainz/answers.ts";
import { foldName } from "../tracks/identity.ts";

/** Their ids by the key of the name (`foldName`). A name that two of a recording's artists have is left out. */
export function keyArtists(credits: readonly CreditedArtist[]): { key: string; musicbrainz: string }[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, names } of credits)
    for (const key of names.map(foldName)) ids.set(key, (ids.get(key) ?? new Set()).add(id));
  return [...ids].flatMap(([key, [musicbrainz, ...others]]) =>
    musicbrainz === undefined || others.length > 0 ? [] : { key, musicbrainz },
  );
}
