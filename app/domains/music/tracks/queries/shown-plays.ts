/**
 * Plays and tracks that lists may show. One that was removed is nowhere. A performer can hide a track as "ID" until a
 * date. Only the tracklist of its performance has a line for it; no other list has the play, and no list of tracks one
 * that is known from nothing else.
 */
import { and, eq, exists, gt, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { plays, tracklistEvidence, trackReferences, tracks } from "#db/schema/index.ts";

type PlayColumns = Record<"id" | "hiddenUntil" | "isRemoved" | "source" | "playedAt", SQLiteColumn>;

/** Every query over plays uses this, or says in `tests/architecture/hidden-plays.test.ts` why it does not. */
export const isShownPlay = (now: number | SQL, of: PlayColumns = plays): SQL =>
  sql`(coalesce(${of.hiddenUntil}, 0) <= ${now} and not ${of.isRemoved})`;

/**
 * Whether a play's time is when the encoder sent its title, a little after the first note. Otherwise the ear, a history
 * file or a person has said when it began. A play has the id of the evidence that began its line.
 */
export const isAnnounced = (db: Db, of: PlayColumns = plays): SQL<boolean> => {
  const known = alias(tracklistEvidence, "known");
  const isOtherTime = or(sql`${known.kind} <> 'encoder'`, sql`${known.startsAt} <> ${of.playedAt}`);
  const elsewhere = db
    .select({ id: known.id })
    .from(known)
    .where(and(eq(known.id, of.id), isOtherTime));
  return sql<boolean>`(${of.source} = 'encoder' and ${not(exists(elsewhere))})`.mapWith(Boolean);
};

/**
 * Whether one of these performers hides a play of this track: until then nothing names it by sound of theirs, and their
 * references name nothing. What others play, and know it by, is not concerned. `isMeant`: of the one who hides.
 */
export function isHiddenTrack(
  db: Db,
  now: number,
  trackId: SQLiteColumn,
  isMeant: (performerId: SQLiteColumn) => SQL | undefined,
): SQL {
  const hidden = alias(plays, "hidden_play");
  return exists(
    db
      .select({ id: hidden.id })
      .from(hidden)
      .where(
        and(
          eq(hidden.trackId, trackId),
          gt(hidden.hiddenUntil, now),
          not(hidden.isRemoved),
          isMeant(hidden.performerId),
        ),
      ),
  );
}

/** The tracks that these performers hide. */
export async function listHiddenTracks(
  db: Db,
  { performers, now }: { performers: readonly string[]; now: number },
): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ id: plays.trackId })
    .from(plays)
    .where(
      and(inArray(plays.performerId, [...performers]), gt(plays.hiddenUntil, now), not(plays.isRemoved)),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether lists of tracks may show a row of `tracks`: some play of it is shown, or nothing is hidden about it. A track
 * that is known only from suggestions, from what the ear thinks possible or from a performer's crate is hidden too.
 */
export function isShownTrack(db: Db, now: number): SQL {
  const shown = alias(plays, "shown");
  const hidden = alias(plays, "hidden");
  const isShown = exists(
    db
      .select({ id: shown.id })
      .from(shown)
      .where(and(eq(shown.trackId, tracks.id), isShownPlay(now, shown))),
  );
  const isPlayed = exists(db.select({ id: hidden.id }).from(hidden).where(eq(hidden.trackId, tracks.id)));
  const isEvident = exists(
    db
      .select({ id: tracklistEvidence.id })
      .from(tracklistEvidence)
      .where(eq(tracklistEvidence.trackId, tracks.id)),
  );
  const isInCrate = exists(
    db.select({ id: trackReferences.id }).from(trackReferences).where(eq(trackReferences.trackId, tracks.id)),
  );
  return sql`(${isShown} or not (${isPlayed} or ${isEvident} or ${isInCrate}))`;
}
