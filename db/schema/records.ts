/**
 * Artists who made the music, and labels that released it. Artists are identified by the rule in
 * app/domains/music/tracks/identity.ts.
 */
import { type AnySQLiteColumn, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { tracks } from "./tracks.ts";

/** The author of a picture, and how it may be used: shown wherever the picture is. */
export interface PhotoCredit {
  /** Plain text; null: unknown, and the license asks for no name. */
  author: string | null;
  /** `CC BY-SA 4.0`. */
  license: string;
  /** Null for what is in the public domain. */
  licenseUrl: string | null;
  /** Address of the page that describes the picture. */
  source: string;
}

export const artists = sqliteTable("artists", {
  id: text().primaryKey(),
  /** `foldName(name)`: one row per artist however an encoder spells it. */
  key: text().notNull().unique(),
  name: text().notNull(),
  /** Path of the picture, or null for the drawn one. */
  photo: text(),
  /** Credit of the picture; null where there is none. */
  photoCredit: text("photo_credit", { mode: "json" }).$type<PhotoCredit>(),
  /** Time when a picture was last looked for, epoch ms; null: never. */
  photoAskedAt: integer("photo_asked_at"),
  /** Time when an operator has removed the picture: none is looked for any more. Null: never. */
  photoRemovedAt: integer("photo_removed_at"),
  createdAt: integer("created_at").notNull(),
});

/** Artists credited on a track, in the order in which they are named. */
export const tracksArtists = sqliteTable(
  "tracks_artists",
  {
    trackId: text("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    artistId: text("artist_id")
      .notNull()
      .references(() => artists.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    /** Id of this artist at MusicBrainz, as the recording there credits them; null: unknown. */
    musicbrainz: text(),
  },
  (table) => [
    primaryKey({ columns: [table.trackId, table.artistId] }),
    index("tracks_artists_artist").on(table.artistId),
  ],
);

/** A record label. One that belongs to another names it as its parent. */
export const labels = sqliteTable(
  "labels",
  {
    id: text().primaryKey(),
    /** `foldName(name)`. */
    key: text().notNull().unique(),
    name: text().notNull(),
    parentId: text("parent_id").references((): AnySQLiteColumn => labels.id, { onDelete: "set null" }),
    photo: text(),
    urls: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("labels_parent").on(table.parentId)],
);

/** Public facts about the recording of a track beyond its title: from operators and other services. */
export const recordings = sqliteTable(
  "recordings",
  {
    trackId: text("track_id")
      .primaryKey()
      .references(() => tracks.id, { onDelete: "cascade" }),
    album: text(),
    labelId: text("label_id").references(() => labels.id, { onDelete: "set null" }),
    /** Date as precise as it is known: `2019`, `2019-05` or `2019-05-17`. */
    releasedOn: text("released_on"),
    copyright: text(),
    /** Paths or addresses of the cover and of a preview; `own-media.ts` decides which of them are shown. */
    art: text(),
    preview: text(),
    /** Id on Apple Music. */
    apple: text(),
    /** Twelve characters, without hyphens. */
    isrc: text(),
    composer: text(),
    publisher: text(),
    catalogueNumber: text("catalogue_number"),
    /** The label's code (`LC 01234`), which collecting societies ask for. */
    labelCode: text("label_code"),
    durationMs: integer("duration_ms"),
    /**
     * The source of each public field: an operator or another service. What performers say is theirs alone
     * (`app/domains/air/tracklists/read-fields.server.ts`).
     */
    sources: text({ mode: "json" })
      .$type<Partial<Record<string, "operator" | "musicbrainz" | null>>>()
      .notNull()
      .default({}),
    /** Values from before sources were kept, by field: nobody's word, shown nowhere. */
    unsourced: text({ mode: "json" }).$type<Record<string, string>>(),
    /** Id of the recording at MusicBrainz. */
    musicbrainz: text(),
    /** Time when it was last looked for at MusicBrainz, epoch ms; null: never. */
    musicbrainzAskedAt: integer("musicbrainz_asked_at"),
  },
  (table) => [index("recordings_isrc").on(table.isrc), index("recordings_label").on(table.labelId)],
);

/** An earlier id of a track that was found to be another spelling of a known one: links to it still work. */
export const trackAliases = sqliteTable(
  "track_aliases",
  {
    id: text().primaryKey(),
    trackId: text("track_id")
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
  },
  (table) => [index("track_aliases_track").on(table.trackId)],
);
