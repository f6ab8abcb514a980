/** Tracks that were heard, and when: evidence of tracklists, and the references that tracks are known by. */
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { tracks } from "./tracks.ts";

/**
 * Append-only: the lines of a tracklist are derived from these rows (`app/domains/air/tracklists/derive.ts`), so that every
 * line can be explained, and derived again after a change of the rules. `plays` has the derived lines that have a name.
 */
export const tracklistEvidence = sqliteTable(
  "tracklist_evidence",
  {
    id: text().primaryKey(),
    /** The set's id, otherwise the id of the first broadcast of the performance. */
    performance: text().notNull(),
    setId: text("set_id"),
    stageId: text("stage_id"),
    performerId: text("performer_id"),
    broadcastId: text("broadcast_id"),
    kind: text({ enum: ["encoder", "ear", "history", "performer", "listener", "manager"] }).notNull(),
    /**
     * `heard`: this track in this span, or (without a track) something that nobody has named. `silence`: nothing was
     * heard in this span. All others are about a line or, for `retract`, about another row.
     */
    act: text({
      enum: [
        "heard",
        "silence",
        "confirm",
        "name",
        "remove",
        "split",
        "merge",
        "move",
        "hide",
        "own",
        "suggest",
        "agree",
        "describe",
        "retract",
      ],
    }).notNull(),
    /** The line that it is about: the id of the `heard` (or `split`) row that began it, which is also that of the play. */
    line: text(),
    trackId: text("track_id").references(() => tracks.id, { onDelete: "set null" }),
    /** Artist and title as the source has them. */
    artist: text().notNull().default(""),
    title: text().notNull().default(""),
    /** Server time in the sound, epoch ms. */
    startsAt: integer("starts_at"),
    endsAt: integer("ends_at"),
    /** Speed, of the ear: 1 is the speed of the reference. */
    speed: real(),
    /** Playback with the pitch (`varispeed`) or without (`keylock`). */
    playback: text({ enum: ["varispeed", "keylock"] }),
    /** The part of the reference's peaks that was heard, and at wrong places. */
    share: real(),
    chance: real(),
    supportedMs: integer("supported_ms"),
    referenceId: text("reference_id"),
    grade: text({ enum: ["A", "B", "C"] }),
    /** Number of references that the ear knew, and the version of its rules. */
    indexSize: integer("index_size"),
    rulesVersion: integer("rules_version"),
    /** The user who said it; null for what no person said, and once the account is deleted. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /**
     * `{ into }` for merge, `{ until }` for hide, `{ evidence }` for retract and agree, `{ file }` for history,
     * `{ suggestion }` for what was accepted; for describe, the fields of the recording that were filled. Of the ear,
     * `{ namedIn }` for a name that comes from another tracklist: `{ own: 1 }` where that is the same performer's,
     * otherwise a suggestion by the account of the row.
     */
    details: text({ mode: "json" }).$type<Record<string, string | number>>().notNull().default({}),
    at: integer().notNull(),
  },
  (table) => [
    index("tracklist_evidence_performance").on(table.performance, table.at),
    index("tracklist_evidence_user").on(table.userId),
    index("tracklist_evidence_track").on(table.trackId),
    index("tracklist_evidence_reference").on(table.referenceId),
    index("tracklist_evidence_performer").on(table.performerId, table.at),
  ],
);

/**
 * A recording by which the ear knows a track: its peaks lie in the object store. Grade A: a file of a performer. B:
 * what a broadcast played while its encoder named it. C: what nobody has named yet.
 */
export const trackReferences = sqliteTable(
  "track_references",
  {
    id: text().primaryKey(),
    grade: text({ enum: ["A", "B", "C"] }).notNull(),
    /** The owner of its crate (A), or of its broadcast (B, C); null once the account is deleted. */
    ownerId: text("owner_id").references(() => users.id, { onDelete: "set null" }),
    trackId: text("track_id").references(() => tracks.id, { onDelete: "set null" }),
    title: text().notNull().default(""),
    artists: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    isrc: text(),
    composer: text(),
    label: text(),
    catalogueNumber: text("catalogue_number"),
    durationMs: integer("duration_ms").notNull(),
    /** The key of its peaks in the object store, and their size. */
    peaks: text().notNull(),
    peaksBytes: integer("peaks_bytes").notNull(),
    /** SHA-256 (hex) of the peaks: the same file twice is one reference. */
    digest: text().notNull(),
    /** The reference of the same recording that stands for this one, or null. */
    sameAs: text("same_as"),
    /** The performance and the line that it was taken from, and when its first frame was heard there (B, C). */
    performance: text(),
    line: text(),
    startsAt: integer("starts_at"),
    /** Broadcasts that have agreed with its name; a B names nobody else's play before the second. */
    witnesses: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** Time when it was put into the index of all references; null: it is not there. */
    indexedAt: integer("indexed_at"),
    /** A: when AcoustID was asked about it, and the recording at MusicBrainz that it is by its answer. */
    acoustidAskedAt: integer("acoustid_asked_at"),
    musicbrainz: text(),
    /** C: deleted after 90 days; B and C are removed when an operator or the performer says that they are wrong. */
    expiresAt: integer("expires_at"),
  },
  (table) => [
    index("track_references_owner").on(table.ownerId, table.createdAt),
    index("track_references_track").on(table.trackId),
    index("track_references_digest").on(table.digest),
    index("track_references_performance").on(table.performance),
    index("track_references_indexed").on(table.indexedAt),
    index("track_references_expiry").on(table.expiresAt).where(sql`expires_at is not null`),
  ],
);

/**
 * Fingerprints with which AcoustID is to be asked about references, deleted once it was. A table of its own, because
 * they are long and crates are read whole.
 */
export const acoustidFingerprints = sqliteTable(
  "acoustid_fingerprints",
  {
    referenceId: text("reference_id")
      .primaryKey()
      .references(() => trackReferences.id, { onDelete: "cascade" }),
    /** AcoustID's compressed text form. */
    fingerprint: text().notNull(),
    /** Not asked before this time (epoch ms). */
    dueAt: integer("due_at").notNull(),
  },
  (table) => [index("acoustid_fingerprints_due").on(table.dueAt)],
);
