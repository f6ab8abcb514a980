/**
 * Wikimedia Commons and Wikidata by the API of MediaWiki: `prop=imageinfo`
 * (https://www.mediawiki.org/wiki/API:Imageinfo) and `wbgetclaims`. Errors come with status 200. Its own: `POST /files`
 * adds a file, `POST /items` an item. A scripted failure with status 200 says that the databases lag.
 */
import { encodePng } from "../../../png.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import { FileEntry, ItemEntry, Library } from "./library.ts";

/** Name, version and where to complain; without it requests are refused. */
const meaningfulAgent = /^[^\s/]+\/\S+ \( ?\S+ ?\)$/;
/** The widths of which copies are made, px. */
const widths: ReadonlySet<string> = new Set(["20", "40", "60", "120", "250", "330", "500", "960", "1280"]);
const maxLag = "Waiting for 10.64.32.12: 7.3 seconds lagged.";

export class CommonsSimulator implements PartySimulator {
  readonly #library: Library;
  readonly shownHeaders = ["user-agent"];

  constructor(sql: SqlStorage) {
    this.#library = new Library(sql);
  }

  fail({ status, retryAfterS }: FaultReply): Response {
    const headers: Record<string, string> =
      retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
    if (status === 200) return Response.json(errorOf("maxlag", maxLag), { headers });
    return new Response(`<!DOCTYPE html><title>Wikimedia Error ${status}</title>`, { status, headers });
  }

  handle({ method, path, url, headers, body }: SimulatorRequest): Response {
    const route = `${method} ${path}`;
    if (route === "POST /files")
      return add(FileEntry.safeParse(body.json).data, (file) => this.#library.addFile(file));
    if (route === "POST /items")
      return add(ItemEntry.safeParse(body.json).data, (item) => this.#library.addItem(item));
    if (method !== "GET") return new Response(null, { status: 405 });
    if (!meaningfulAgent.test(headers.get("user-agent") ?? ""))
      return new Response("Please set a user-agent and respect our robot policy.", { status: 403 });
    if (path === "/w/api.php") return Response.json(this.#answer(url.searchParams));
    return this.#send(path);
  }

  #answer(query: URLSearchParams): unknown {
    if (query.get("format") !== "json" || query.get("formatversion") !== "2" || !query.has("maxlag"))
      return errorOf("badvalue", "Only format=json, formatversion=2 and maxlag are simulated.");
    const action = query.get("action");
    if (action === "wbgetclaims" && query.get("property") === "P18")
      return this.#claims(query.get("entity") ?? "");
    if (action === "query" && query.get("prop") === "imageinfo") return this.#imageInfo(query);
    return errorOf("badvalue", `Unrecognized value for parameter "action": ${action}.`);
  }

  #claims(id: string): unknown {
    const item = this.#library.item(id);
    if (item === undefined) return errorOf("no-such-entity", `Could not find an entity with the ID "${id}".`);
    if (item.pictures.length === 0) return { claims: [] };
    const claims = item.pictures.map(({ name, rank }) => ({
      mainsnak: { snaktype: "value", property: "P18", datavalue: { value: name, type: "string" } },
      type: "statement",
      rank,
    }));
    return { claims: { P18: claims } };
  }

  #imageInfo(query: URLSearchParams): unknown {
    const title = (query.get("titles") ?? "").replaceAll("_", " ");
    const width = query.get("iiurlwidth") ?? "";
    const wanted = (query.get("iiprop") ?? "").split("|");
    if (!["url", "mime", "extmetadata"].every((each) => wanted.includes(each)) || !widths.has(width))
      return errorOf("badvalue", "Unrecognized value for parameter.");
    const file = this.#library.file(title.replace(/^File:/, ""));
    if (file === undefined)
      return {
        batchcomplete: true,
        query: { pages: [{ ns: 6, title, missing: true, imagerepository: "" }] },
      };
    const filter = (query.get("iiextmetadatafilter") ?? "").split("|");
    const info = describe(file, width, filter);
    const page = { pageid: 1, ns: 6, title, imagerepository: "local", imageinfo: [info] };
    return { batchcomplete: true, query: { pages: [page] } };
  }

  /** A copy of a file; below `/moved` where an address may redirect to. */
  #send(path: string): Response {
    const [, encoded] = /^\/(?:wikipedia\/commons\/thumb|moved)\/(.+)\/960px\.jpg$/.exec(path) ?? [];
    const file = encoded === undefined ? undefined : this.#library.file(decodeURIComponent(encoded));
    if (file === undefined) return new Response("File not found", { status: 404 });
    const headers = { "content-type": file.mime };
    if (file.location !== null && !path.startsWith("/moved/"))
      return new Response(null, { status: 301, headers: { location: file.location } });
    return new Response(file.bytes === null ? drawn(file) : new Uint8Array(file.bytes), { headers });
  }
}

function add<Entry>(entry: Entry | undefined, keep: (entry: Entry) => void): Response {
  if (entry === undefined) return new Response("invalid", { status: 400 });
  keep(entry);
  return Response.json(entry);
}

const errorOf = (code: string, info: string) => ({ error: { code, info } });

function describe({ name, mime, said, host }: FileEntry, width: string, filter: readonly string[]) {
  const kept = Object.entries(said).filter(([field]) => filter.includes(field));
  return {
    thumburl: `https://${host}/wikipedia/commons/thumb/${encodeURIComponent(name)}/${width}px.jpg`,
    thumbwidth: Number(width),
    url: `https://${host}/wikipedia/commons/${encodeURIComponent(name)}`,
    descriptionurl: `https://commons.wikimedia.org/wiki/File:${encodeURIComponent(name)}`,
    mime,
    extmetadata: Object.fromEntries(
      kept.map(([field, value]) => [field, { value, source: "commons-desc-page" }]),
    ),
  };
}

/** A face. The bytes say what it is, whatever its type says. */
function drawn({ width, height }: FileEntry): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
    const isHead = Math.hypot(x, y + height / 8) < height / 4 || Math.hypot(x, y - height / 2) < height / 3;
    rgba.set(isHead ? [236, 188, 140, 255] : [62, 84, 120, 255], at * 4);
  }
  return encodePng({ width, height, rgba });
}
