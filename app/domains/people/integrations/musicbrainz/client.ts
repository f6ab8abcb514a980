/** MusicBrainz over HTTP, by its documented API of https://musicbrainz.org/doc/MusicBrainz_API. */
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, withQuery } from "../http.ts";
import { readRefusal, type SourceAnswer } from "../source-answer.ts";
import {
  type ArtistLink,
  type FoundRecording,
  type RecordingDetails,
  type ReleaseLabel,
  readArtist,
  readFound,
  readRecording,
  readRelease,
} from "./answers.ts";

/** Each has its releases with it, and the agent takes responses of 256 KiB at most. */
const maxFound = 10;

export interface MusicBrainz {
  byIsrc(isrc: string): Promise<SourceAnswer<FoundRecording[]>>;
  byName(words: { artist: string; title: string }): Promise<SourceAnswer<FoundRecording[]>>;
  recording(id: string): Promise<SourceAnswer<RecordingDetails>>;
  /** The labels of a release. */
  labelsOf(release: string): Promise<SourceAnswer<ReleaseLabel[]>>;
  /** The pages elsewhere of an artist. */
  linksOf(artist: string): Promise<SourceAnswer<ArtistLink[]>>;
}

interface Deps {
  clock: Clock;
  /** The name of this instance, with an address for complaints: it refuses requests without it. */
  userAgent: string;
  /** Resolves when the next request may be sent. */
  turn: () => Promise<void>;
  /** Maximum time until a response is complete. */
  timeoutMs?: number;
}

export function connectMusicBrainz(service: Connection, deps: Deps): MusicBrainz {
  const { clock, userAgent, turn, timeoutMs } = deps;
  const base = `${service.at("musicbrainz.org")}/ws/2`;
  const get = async <Value>(
    path: string,
    query: Record<string, string>,
    read: (json: unknown) => Value | null,
  ): Promise<SourceAnswer<Value>> => {
    await turn();
    const headers = { accept: "application/json", "user-agent": userAgent };
    const address = withQuery(`${base}/${path}`, { ...query, fmt: "json" });
    const reply = await ask(service, address, { headers }, timeoutMs === undefined ? {} : { timeoutMs });
    const refusal = readRefusal(reply, clock.now());
    if (refusal !== null || reply === null) return refusal ?? { is: "none" };
    const value = reply.status === 200 ? read(reply.json) : null;
    return value === null ? { is: "failed", reason: `status ${reply.status}` } : { is: "found", value };
  };
  return {
    byIsrc: (isrc) => get(`isrc/${isrc}`, { inc: "artist-credits" }, readFound),
    byName: ({ artist, title }) => {
      const query = `recording:${phrase(title)} AND artist:${phrase(artist)}`;
      return get("recording", { query, limit: String(maxFound) }, readFound);
    },
    recording: (id) => {
      // The relations of works too: who wrote a recording is known of its work.
      const relations = "url-rels work-rels work-level-rels artist-rels";
      const inc = `artist-credits isrcs releases release-groups ${relations}`;
      return get(`recording/${id}`, { inc }, readRecording);
    },
    labelsOf: (release) => get(`release/${release}`, { inc: "labels" }, readRelease),
    linksOf: (artist) => get(`artist/${artist}`, { inc: "url-rels" }, readArtist),
  };
}

/** Returns a phrase in the language of its search (Lucene). */
const phrase = (words: string) => `"${words.replace(/[\\"]/g, " ")}"`;
