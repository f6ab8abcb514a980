/** The artists of the simulated MusicBrainz: one of each name that a recording credits, unless more are added. */
import * as z from "zod/mini";

export const ArtistEntry = z.object({
  name: z.string(),
  /** Pages elsewhere, with what each is to the artist, such as `image` or `wikidata`. */
  links: z._default(
    z.array(z.object({ type: z.string(), address: z.string(), ended: z._default(z.boolean(), false) })),
    [],
  ),
});
type ArtistEntry = z.infer<typeof ArtistEntry>;

export interface KeptArtist extends ArtistEntry {
  id: string;
}

export class Artists {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec("create table if not exists musicbrainz_artists (id text primary key, name text, json text)");
  }

  /** The latest of a name is the one whom recordings that are added afterwards credit. */
  add(entry: ArtistEntry): KeptArtist {
    const artist = { ...entry, id: crypto.randomUUID() };
    this.#sql.exec(
      "insert into musicbrainz_artists values (?, ?, ?)",
      artist.id,
      artist.name,
      JSON.stringify(artist),
    );
    return artist;
  }

  find(id: string): KeptArtist | undefined {
    return this.#read("select json from musicbrainz_artists where id = ?", id);
  }

  /** Added where there is none of this name. */
  named(name: string): KeptArtist {
    const known = this.#read("select json from musicbrainz_artists where name = ? order by rowid desc", name);
    return known ?? this.add({ name, links: [] });
  }

  #read(query: string, value: string): KeptArtist | undefined {
    const [row] = this.#sql.exec<{ json: string }>(query, value).toArray();
    return row && (JSON.parse(row.json) as KeptArtist);
  }
}
