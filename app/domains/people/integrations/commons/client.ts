/**
 * Wikimedia Commons, and Wikidata, which names its files: over HTTP by the API of MediaWiki. It is asked as Wikimedia
 * wants it (https://www.mediawiki.org/wiki/API:Etiquette): one request after another, with a name, and not while its
 * databases lag.
 */
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import { fetchPicture } from "../fetch-picture.ts";
import { ask, retryAfterOf, withQuery } from "../http.ts";
import { readRefusal, type SourceAnswer, toWait } from "../source-answer.ts";
import { type CommonsFile, fields, readErrorCode, readFile, readPicture } from "./answers.ts";

/**
 * Width of the copy that is asked for, px: one of the widths that Wikimedia makes
 * (https://www.mediawiki.org/wiki/Common_thumbnail_sizes). Others are refused.
 */
const width = 960;
/** Seconds by which its databases may lag: what it recommends. */
const maxLag = 5;
/** Hosts of files; from the first to the second there may be a redirect. */
const hosts = /^(?:upload|thumb)\.wikimedia\.org$/;
const maxRedirects = 2;

export interface Commons {
  /** The name of the file that is the picture of an item of Wikidata, such as `Q42`. */
  pictureOf(item: string): Promise<SourceAnswer<string>>;
  /** A file, by its name without `File:`. */
  describe(name: string): Promise<SourceAnswer<CommonsFile>>;
  /** A file's bytes, not checked. */
  fetch(file: CommonsFile): Promise<SourceAnswer<Uint8Array<ArrayBuffer>>>;
}

interface Deps {
  clock: Clock;
  /** The name of this instance, with an address for complaints: it refuses requests without it. */
  userAgent: string;
  /** Maximum size of a file. */
  maxBytes: number;
  /** Resolves when the next request may be sent. */
  turn: () => Promise<void>;
}

export function connectCommons(service: Connection, deps: Deps): Commons {
  const { clock, userAgent, maxBytes, turn } = deps;
  const get = async <Value>(
    host: string,
    query: Record<string, string>,
    read: (json: unknown) => SourceAnswer<Value> | null,
  ): Promise<SourceAnswer<Value>> => {
    await turn();
    const common = { format: "json", formatversion: "2", maxlag: String(maxLag) };
    const address = withQuery(`${service.at(host)}/w/api.php`, { ...query, ...common });
    const headers = { accept: "application/json", "user-agent": userAgent };
    const reply = await ask(service, address, { headers });
    const refusal = readRefusal(reply, clock.now());
    if (refusal !== null || reply === null) return refusal ?? { is: "none" };
    const code = readErrorCode(reply.json);
    if (code === "maxlag" || code === "ratelimited") return toWait(retryAfterOf(reply.headers, clock.now()));
    if (code === "no-such-entity") return { is: "none" };
    const answer = reply.status === 200 && code === null ? read(reply.json) : null;
    return answer ?? { is: "failed", reason: code ?? `status ${reply.status}` };
  };
  return {
    pictureOf: (item) =>
      get("www.wikidata.org", { action: "wbgetclaims", entity: item, property: "P18" }, readPicture),
    describe: (name) => {
      const about = { action: "query", titles: `File:${name}`, redirects: "1", prop: "imageinfo" };
      const info = { iiprop: "url|mime|extmetadata", iiurlwidth: String(width) };
      const words = { iiextmetadatafilter: fields.join("|"), iiextmetadatalanguage: "en" };
      return get("commons.wikimedia.org", { ...about, ...info, ...words }, readFile);
    },
    fetch: async ({ address }) => {
      await turn();
      return fetchPicture(service, address, { clock, userAgent, maxBytes, hosts, maxRedirects });
    },
  };
}
