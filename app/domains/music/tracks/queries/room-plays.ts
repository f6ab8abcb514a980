/** The plays of a room, as its outbox writes them to D1. */
import { and, eq, isNull, lte, max, ne, sql } from "drizzle-orm";
import { ifThere, toWrite, type Write } from "#app/domains/air/stages/queries/rooms.ts";
import type { Db } from "#db/client.ts";
import { plays, sets, trackAliases, tracklistEvidence, tracks, users } from "#db/schema/index.ts";
import { creditArtists, type NewArtist } from "./records.ts";

type PlayedAs = Omit<typeof plays.$inferInsert, "trackId"> & { performance: string };

const idOfTrack = (db: Db, key: string) =>
  sql`(${db
    .select({ id: max(tracks.id) })
    .from(tracks)
    .where(eq(tracks.key, key))})`;

/**
 * A track was heard: stores the track and its artists once, however often and wherever it is played, and this play of
 * it. `said`: the evidence that names it; by default what its encoder has said.
 */
export function recordPlay(
  db: Db,
  track: typeof tracks.$inferInsert,
  credited: readonly NewArtist[],
  playedAs: PlayedAs,
  said: Write[] = recordTitle(db, playedAs.id, track, playedAs),
): Write[] {
  const { performance: _, ...play } = playedAs;
  return [
    toWrite(db.insert(tracks).values(track).onConflictDoNothing()),
    toWrite(db.insert(trackAliases).select(formerIdOf(db, track)).onConflictDoNothing()),
    ...creditArtists(db, track.key, credited).map(toWrite),
    // Another room may have stored the same track under another id meanwhile: the key decides.
    toWrite(
      db
        .insert(plays)
        .values({
          ...play,
          performerId: ifThere(db, users, play.performerId),
          setId: ifThere(db, sets, play.setId),
          trackId: idOfTrack(db, track.key),
        })
        .onConflictDoNothing(),
    ),
    ...said,
  ];
}

/** Records an encoder's title as evidence with an id of its own: where it began the line, that of its play. */
export function recordTitle(
  db: Db,
  id: string,
  track: Pick<typeof tracks.$inferInsert, "key" | "artist" | "title">,
  play: PlayedAs,
): Write[] {
  return [
    toWrite(
      db
        .insert(tracklistEvidence)
        .values({
          id,
          performance: play.performance,
          broadcastId: play.broadcastId,
          stageId: play.stageId,
          performerId: ifThere(db, users, play.performerId),
          setId: ifThere(db, sets, play.setId),
          kind: "encoder",
          act: "heard",
          line: id,
          trackId: idOfTrack(db, track.key),
          artist: track.artist,
          title: track.title,
          startsAt: play.playedAt,
          at: play.playedAt,
        })
        .onConflictDoNothing(),
    ),
  ];
}

/** Lets a client that got the track under an id that it does not have in D1 find it by that id. */
function formerIdOf(db: Db, { id, key }: Pick<typeof tracks.$inferInsert, "id" | "key">) {
  return db
    .select({ id: sql`${id}`.as("id"), trackId: sql`${tracks.id}`.as("track_id") })
    .from(tracks)
    .where(and(eq(tracks.key, key), ne(tracks.id, id)));
}

/** Nothing was heard between these times, epoch ms. */
export function recordSilence(
  db: Db,
  id: string,
  silence: Pick<
    typeof tracklistEvidence.$inferInsert,
    "performance" | "broadcastId" | "stageId" | "performerId" | "setId" | "startsAt" | "endsAt"
  > & { endsAt: number },
): Write[] {
  return [
    toWrite(
      db
        .insert(tracklistEvidence)
        .values({
          ...silence,
          id,
          performerId: ifThere(db, users, silence.performerId ?? null),
          setId: ifThere(db, sets, silence.setId ?? null),
          kind: "encoder",
          act: "silence",
          at: silence.endsAt,
        })
        .onConflictDoNothing(),
    ),
  ];
}

/** Ends the title that the encoder of a broadcast has named last: with something without a title, or with silence. */
export function endTitles(
  db: Db,
  { performance, broadcastId, endedAt }: { performance: string; broadcastId: string; endedAt: number },
): Write[] {
  const { endsAt, startsAt, kind } = tracklistEvidence;
  return [
    toWrite(
      db
        .update(tracklistEvidence)
        .set({ endsAt: endedAt })
        .where(
          and(
            eq(tracklistEvidence.performance, performance),
            eq(tracklistEvidence.broadcastId, broadcastId),
            eq(kind, "encoder"),
            isNull(endsAt),
            lte(startsAt, endedAt),
          ),
        ),
    ),
  ];
}

/** A play has ended, with its highest number of listeners and how many different ones have heard any part of it. */
export function endPlay(
  db: Db,
  input: { id: string; listenCount: number; listeners: number; endedAt: number },
): Write[] {
  return [
    toWrite(
      db
        .update(plays)
        .set({
          listenCount: sql`max(${plays.listenCount}, ${input.listenCount})`,
          listeners: sql`max(${plays.listeners}, ${input.listeners})`,
          endedAt: sql`coalesce(${plays.endedAt}, ${input.endedAt})`,
        })
        .where(eq(plays.id, input.id)),
    ),
  ];
}
