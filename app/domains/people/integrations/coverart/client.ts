/** The Cover Art Archive over HTTP, by https://musicbrainz.org/doc/Cover_Art_Archive/API. */
import type { Connection } from "../elsewhere.ts";
import { fetchPicture, type PictureRequest } from "../fetch-picture.ts";
import type { SourceAnswer } from "../source-answer.ts";

/** Number of redirects from its own address to that of the Internet Archive, and from there to one of many servers. */
const maxRedirects = 4;
const hosts = /^(?:coverartarchive\.org|archive\.org|(?:[a-z0-9-]+\.)+archive\.org)$/;

/** The front of a release at 500 pixels, as the service has it: not checked. */
export function fetchFront(
  service: Connection,
  release: string,
  about: Pick<PictureRequest, "clock" | "userAgent" | "maxBytes">,
): Promise<SourceAnswer<Uint8Array<ArrayBuffer>>> {
  const address = `https://coverartarchive.org/release/${release}/front-500`;
  return fetchPicture(service, address, { ...about, hosts, maxRedirects });
}
