/**
 * MusicBrainz as https://musicbrainz.org/doc/MusicBrainz_API describes it. Its own: `POST /catalogue` adds a recording,
 * `POST /artists` an artist with pages elsewhere. How often it is asked is not limited here: that is scripted as a 503.
 */
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import { ArtistEntry, Artists } from "./artists.ts";
import { Catalogue, CatalogueEntry } from "./catalogue.ts";
import { toArtist, toFound, toRecording, toRelease, toSearched } from "./views.ts";

const help = "For usage, please see: https://musicbrainz.org/development/mmd";
/** Name, version and where to complain; without it requests are refused. */
const meaningfulAgent = /^[^\s/]+\/\S+ \( ?\S+ ?\)$/;
const included = { isrc: "artist-credits", release: "labels", artist: "url-rels" } as const;
const withRecording = ["artist-credits", "isrcs", "releases", "release-groups", "url-rels", "work-rels"];

export class MusicBrainzSimulator implements PartySimulator {
  readonly #artists: Artists;
  readonly #catalogue: Catalogue;
  readonly shownHeaders = ["user-agent"];

  constructor(sql: SqlStorage) {
    this.#artists = new Artists(sql);
    this.#catalogue = new Catalogue(sql, this.#artists);
  }

  /** Too many requests are a 503. */
  fail({ status, retryAfterS }: FaultReply): Response {
    const headers: Record<string, string> =
      retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
    const error =
      status === 503
        ? "Your requests are exceeding the allowable rate limit. Please see http://wiki.musicbrainz.org/XMLWebService for more information."
        : "Internal server error";
    return Response.json({ error, help }, { status, headers });
  }

  handle(asked: SimulatorRequest): Response {
    const { method, path, url, headers, body } = asked;
    if (`${method} ${path}` === "POST /catalogue") {
      const entry = CatalogueEntry.safeParse(body.json);
      return entry.success ? Response.json(this.#catalogue.add(entry.data)) : refuse(400, "invalid");
    }
    if (`${method} ${path}` === "POST /artists") {
      const entry = ArtistEntry.safeParse(body.json);
      return entry.success ? Response.json(this.#artists.add(entry.data)) : refuse(400, "invalid");
    }
    const [, kind = "", id] = /^\/ws\/2\/([a-z]+)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (method !== "GET" || kind === "") return refuse(404, "Not Found");
    if (!meaningfulAgent.test(headers.get("user-agent") ?? ""))
      return refuse(403, "Your requests have no meaningful user-agent.");
    if (url.searchParams.get("fmt") !== "json") return refuse(406, "Only fmt=json is simulated.");
    const inc = (url.searchParams.get("inc") ?? "").split(" ");
    switch (`${kind}${id === undefined ? "" : "/"}`) {
      case "isrc/":
        return inc.includes(included.isrc) ? this.#isrc(id ?? "") : refuse(400, "inc");
      case "recording":
        return this.#search(url);
      case "recording/":
        return withRecording.every((each) => inc.includes(each))
          ? this.#one(id, (each) => toRecording(each))
          : refuse(400, "inc");
      case "release/":
        return inc.includes(included.release) ? this.#release(id) : refuse(400, "inc");
      case "artist/":
        return inc.includes(included.artist) ? this.#artist(id ?? "") : refuse(400, "inc");
      default:
        return refuse(400, "Invalid resource");
    }
  }

  #isrc(isrc: string): Response {
    const recordings = this.#catalogue.all().filter(({ isrcs }) => isrcs.includes(isrc));
    return recordings.length === 0
      ? refuse(404, "Not Found")
      : Response.json({ isrc, recordings: recordings.map((each) => toFound(each)) });
  }

  /** Every word of both phrases must be there. */
  #search(url: URL): Response {
    const query = url.searchParams.get("query") ?? "";
    const [, title, artist] = /^recording:"([^"]+)" AND artist:"([^"]+)"$/.exec(query) ?? [];
    if (title === undefined || artist === undefined) return refuse(400, "Invalid query");
    const limit = Number(url.searchParams.get("limit") ?? 25);
    const found = this.#catalogue
      .all()
      .filter((each) => hasWords(each.title, title) && hasWords(each.artists.join(" "), artist));
    const recordings = found.slice(0, limit).map((each) => toSearched(each));
    return Response.json({ created: new Date().toISOString(), count: found.length, offset: 0, recordings });
  }

  #one(id: string | undefined, show: (recording: ReturnType<Catalogue["all"]>[number]) => unknown): Response {
    const recording = this.#catalogue.all().find((each) => each.id === id);
    return recording === undefined ? refuse(404, "Not Found") : Response.json(show(recording));
  }

  #artist(id: string): Response {
    const artist = this.#artists.find(id);
    return artist === undefined ? refuse(404, "Not Found") : Response.json(toArtist(artist));
  }

  #release(id: string | undefined): Response {
    const release = this.#catalogue
      .all()
      .flatMap(({ releases }) => releases)
      .find((each) => each.id === id);
    return release === undefined ? refuse(404, "Not Found") : Response.json(toRelease(release));
  }
}

const refuse = (status: number, error: string) => Response.json({ error, help }, { status });

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const hasWords = (text: string, wanted: string) => {
  const words = new Set(wordsOf(text));
  return wordsOf(wanted).every((word) => words.has(word));
};
