/** The recordings of the simulated MusicBrainz: only what was added. */
import * as z from "zod/mini";
import type { Artists } from "./artists.ts";

const Release = z.object({
  title: z.string(),
  status: z._default(z.string(), "Official"),
  date: z._default(z.string(), ""),
  secondaryTypes: z._default(z.array(z.string()), []),
  labels: z._default(
    z.array(
      z.object({
        name: z.nullable(z.string()),
        code: z._default(z.nullable(z.number()), null),
        number: z._default(z.nullable(z.string()), null),
      }),
    ),
    [],
  ),
});
export const CatalogueEntry = z.object({
  title: z.string(),
  artists: z.array(z.string()),
  lengthMs: z._default(z.nullable(z.number()), null),
  isrcs: z._default(z.array(z.string()), []),
  disambiguation: z._default(z.string(), ""),
  video: z._default(z.boolean(), false),
  composers: z._default(z.array(z.string()), []),
  links: z._default(z.array(z.string()), []),
  releases: z._default(z.array(Release), []),
});
export type CatalogueEntry = z.infer<typeof CatalogueEntry>;
type Release = z.infer<typeof Release>;

export interface KeptRelease extends Release {
  id: string;
}
export interface KeptRecording extends Omit<CatalogueEntry, "releases"> {
  id: string;
  releases: KeptRelease[];
  /** Ids of its artists, in their order. */
  artistIds: string[];
}

export class Catalogue {
  readonly #sql: SqlStorage;
  readonly #artists: Artists;

  constructor(sql: SqlStorage, artists: Artists) {
    this.#sql = sql;
    this.#artists = artists;
    sql.exec("create table if not exists musicbrainz_recordings (id text primary key, json text not null)");
  }

  add(entry: CatalogueEntry): KeptRecording {
    const releases = entry.releases.map((release) => ({ ...release, id: crypto.randomUUID() }));
    const artistIds = entry.artists.map((name) => this.#artists.named(name).id);
    const recording = { ...entry, releases, artistIds, id: crypto.randomUUID() };
    this.#sql.exec(
      "insert into musicbrainz_recordings values (?, ?)",
      recording.id,
      JSON.stringify(recording),
    );
    return recording;
  }

  all(): KeptRecording[] {
    return this.#sql
      .exec<{ json: string }>("select json from musicbrainz_recordings order by rowid")
      .toArray()
      .map(({ json }) => JSON.parse(json) as KeptRecording);
  }
}
