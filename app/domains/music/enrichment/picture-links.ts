/** Links of MusicBrainz to pictures of an artist. Pure. */
import type { ArtistLink } from "#app/domains/people/integrations/musicbrainz/answers.ts";

/** Characters that no name of a file there has: in a request they would mean something else. */
const notInNames = /[#<>[\]|{}\p{Cc}]/u;
/** Maximum length of a name, in bytes: what MediaWiki allows. */
const maxNameBytes = 255;

export interface PictureLinks {
  /** The name of a file at Wikimedia Commons; null: none. */
  file: string | null;
  /** The id of the artist at Wikidata, which may name a file; null: none, or several. */
  item: string | null;
}

export function readPictureLinks(links: readonly ArtistLink[]): PictureLinks {
  const pathsAt = (type: string, hosts: readonly string[]) =>
    links.flatMap((link) => {
      const url = link.type === type ? URL.parse(link.address) : null;
      return url !== null && hosts.includes(url.hostname) ? url.pathname : [];
    });
  const files = pathsAt("image", ["commons.wikimedia.org"]).flatMap((path) => nameIn(path) ?? []);
  const items = pathsAt("wikidata", ["www.wikidata.org", "wikidata.org"]).flatMap(
    (path) => /^\/(?:wiki|entity)\/(Q[1-9]\d{0,11})$/.exec(path)?.[1] ?? [],
  );
  const [item = null, ...others] = new Set(items);
  return { file: files[0] ?? null, item: others.length === 0 ? item : null };
}

function nameIn(path: string): string | null {
  const [, encoded] = /^\/wiki\/File:(.+)$/.exec(path) ?? [];
  if (encoded === undefined) return null;
  try {
    return plainFileName(decodeURIComponent(encoded));
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}

/** The name with spaces; null for one that no file has. */
export function plainFileName(name: string): string | null {
  const plain = name.replaceAll("_", " ").trim();
  const isName = plain !== "" && !notInNames.test(plain) && Buffer.byteLength(plain) <= maxNameBytes;
  return isName ? plain : null;
}
