/** Parts that the data of an account leaves out, because they are for others to tell. */
import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isShownPlay } from "#app/domains/music/tracks/queries/shown-plays.ts";
import { cheers, plays, tracklistEvidence, tracks } from "#db/schema/index.ts";
import { optionalJoin } from "./section.ts";

const told = alias(tracklistEvidence, "told");
/**
 * Condition of rows that the account may tell: where others have played what it has named elsewhere is theirs to tell.
 */
export const isTold = {
  table: told,
  on: sql`${told.id} = ${tracklistEvidence.id} and (${told.details} ->> '$.namedIn' is null
    or ${told.details} ->> '$.own' is not null)`,
  isOptional: false,
};

/** The track that was cheered, unless its performer hides that they have played it. */
export const cheeredTrack = {
  ...optionalJoin(tracks.id, cheers.trackId),
  on: sql`${and(
    eq(tracks.id, cheers.trackId),
    sql`not exists (select 1 from ${plays}
      where ${plays.id} = ${cheers.playId} and not ${isShownPlay(sql`unixepoch() * 1000`)})`,
  )}`,
};
