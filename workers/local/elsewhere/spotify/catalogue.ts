/**
 * The tracks of the simulated Spotify. It has what was added, and for every other title that is searched a track of that
 * name, among others that are not meant; a title with the word "unreleased" is on no service.
 */
import * as z from "zod/mini";
import type { SimulatorRequest } from "../party-simulator.ts";

const Track = z.object({
  name: z.string(),
  artists: z.array(z.string()),
  isrc: z.optional(z.string()),
  duration_ms: z.optional(z.number()),
});
type Track = z.infer<typeof Track>;

const max = { limit: 10 } as const;
const initial = { limit: 5, durationMs: 30_000 } as const;

export class Catalogue {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      "create table if not exists spotify_tracks (id text primary key, json text not null) without rowid",
    );
  }

  /** Adds a track; returns its id. */
  async add({ body: { json } }: SimulatorRequest): Promise<Response> {
    const track = Track.safeParse(json);
    if (!track.success) return Response.json({ error: "invalid" }, { status: 400 });
    return Response.json({ id: await this.#keep(track.data) });
  }

  async search(url: URL): Promise<Response> {
    const query = url.searchParams;
    const limit = Number(query.get("limit") ?? initial.limit);
    if (!Number.isInteger(limit) || limit < 1 || limit > max.limit) return badRequest("Invalid limit");
    if (query.get("type") !== "track") return badRequest("Bad search type field");
    const q = query.get("q") ?? "";
    const isrc = /isrc:([A-Z0-9]+)/i.exec(q)?.[1];
    const title = /track:"([^"]*)"/.exec(q)?.[1] ?? "";
    const artist = /artist:"([^"]*)"/.exec(q)?.[1] ?? "";
    const found = isrc ? this.#withIsrc(isrc) : await this.#named(title, artist);
    const items = found.slice(0, limit).map(({ id, track }) => toItem(id, track, url));
    return Response.json({
      tracks: { items, limit, offset: 0, total: items.length, next: null, previous: null },
    });
  }

  read(id: string, url: URL): Response {
    const [row] = this.#sql
      .exec<{ json: string }>("select json from spotify_tracks where id = ?", id)
      .toArray();
    const track = row === undefined ? { name: "A song", artists: ["An artist"] } : readTrack(row.json);
    return Response.json(toItem(id, track, url));
  }

  #all(): { id: string; track: Track }[] {
    return this.#sql
      .exec<{ id: string; json: string }>("select id, json from spotify_tracks")
      .toArray()
      .map(({ id, json }) => ({ id, track: readTrack(json) }));
  }

  #withIsrc(isrc: string) {
    return this.#all().filter(({ track }) => track.isrc?.toUpperCase() === isrc.toUpperCase());
  }

  async #named(title: string, artist: string): Promise<{ id: string; track: Track }[]> {
    if (title === "" || artist === "" || /\bunreleased\b/i.test(title)) return [];
    const words = plain(title).split(" ");
    const known = this.#all().filter(
      ({ track }) =>
        words.every((word) => plain(track.name).includes(word)) &&
        track.artists.some((name) => plain(name).includes(plain(artist))),
    );
    if (known.length > 0) return known;
    const made: Track[] = [
      { name: `${title} - Live`, artists: [artist] },
      { name: title, artists: ["The Karaoke Stars"] },
      { name: title, artists: [artist] },
    ];
    return Promise.all(made.map(async (track) => ({ id: await this.#keep(track), track })));
  }

  async #keep(track: Track): Promise<string> {
    const text = new TextEncoder().encode(plain(`${track.artists.join(", ")} - ${track.name}`));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
    const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const id = hex.slice(0, 22);
    this.#sql.exec("insert or replace into spotify_tracks values (?, ?)", id, JSON.stringify(track));
    return id;
  }
}

const readTrack = (json: string): Track => Track.parse(JSON.parse(json));

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function toItem(id: string, { name, artists, isrc, duration_ms }: Track, { origin }: URL) {
  return {
    id,
    uri: `spotify:track:${id}`,
    type: "track",
    name,
    duration_ms: duration_ms ?? initial.durationMs,
    is_playable: true,
    external_ids: isrc === undefined ? {} : { isrc },
    external_urls: { spotify: `https://open.spotify.com/track/${id}` },
    artists: artists.map((artist) => ({ name: artist, uri: "spotify:artist:simulated" })),
    album: {
      name: "An album",
      uri: "spotify:album:simulated",
      images: [{ url: `${origin}/dev/elsewhere/spotify/cover.svg`, width: 640, height: 640 }],
    },
  };
}

const badRequest = (message: string) => Response.json({ error: { status: 400, message } }, { status: 400 });

/** Every album has this cover. */
export const cover = () =>
  new Response(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#345" d="M0 0h8v8H0z"/><path fill="#9bd" d="M1 6h6v1H1z"/></svg>',
    { headers: { "content-type": "image/svg+xml" } },
  );
