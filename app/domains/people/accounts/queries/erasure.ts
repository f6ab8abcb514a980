/** Deletion of an account in D1, and what remains to be done elsewhere. See docs/decisions/007. */
import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  agreementWithIt,
  evidenceOfOthers,
  isSuggestionOf,
  suggestedBy,
} from "#app/domains/music/recognition/queries/evidence-of.ts";
import { eraseReferences } from "#app/domains/music/recognition/queries/references.ts";
import type { Db } from "#db/client.ts";
import {
  artists,
  broadcasts,
  chatPlaces,
  cheers,
  conversations,
  emailChanges,
  erasures,
  favorites,
  ingestCredentials,
  listens,
  outboxMails,
  plays,
  replayListens,
  replays,
  setRequests,
  sets,
  stageLog,
  tokenActs,
  tokenClaims,
  tracklistEvidence,
  tracks,
  tracksArtists,
  users,
  wallets,
} from "#db/schema/index.ts";
import { type ErasureInput, selectPlan } from "./erasure-plan.ts";
import { type Reason, updateReason } from "./named-reasons.ts";
import { ownPlaces } from "./own-places.ts";
import { eraseSaidOfRecordings } from "./said-of-recordings.ts";

export type ErasureRow = typeof erasures.$inferSelect;

/**
 * Deletes an account from D1 in one step, and stores what has to be done elsewhere. `reasons`: those of operators' acts
 * that named it, without the name.
 */
export async function beginErasure(
  db: Db,
  input: ErasureInput & { username: string; reasons: readonly Reason[] },
): Promise<void> {
  const { userId, username, reasons } = input;
  await db.batch([
    db.insert(erasures).select(selectPlan(input)).onConflictDoNothing(),
    ...reasons.map((reason) => updateReason(db, reason)),
    // Rows found by the name or the address, while these still exist.
    db
      .update(stageLog)
      .set({ details: {} })
      .where(
        sql`exists (select 1 from json_each(${stageLog.details}) as detail
          where detail.key in ('performer', 'substitute', 'member', 'manager', 'person') and detail.value = ${username}
          or detail.key = 'people' and instr(', ' || detail.value || ', ', ', ' || ${username} || ', ') > 0
          or detail.key = 'set' and detail.value in (
            select name from ${sets} where performer_id = ${userId} and stage_id = ${stageLog.stageId}
            union select name from ${setRequests} where requestor_id = ${userId} and stage_id = ${stageLog.stageId}))`,
      ),
    db.delete(outboxMails).where(
      sql`lower(${outboxMails.to}) in (
        select lower(email) from ${users} where id = ${userId}
        union select lower(email) from ${emailChanges} where user_id = ${userId})`,
    ),
    db
      .update(wallets)
      .set({ address: null, publicKey: null, frozenReason: null })
      .where(eq(wallets.userId, userId)),
    ...eraseTraces(db, userId),
    db.delete(users).where(eq(users.id, userId)),
  ]);
}

/** Deletes again, for what an object or a request in progress has stored since. */
export async function eraseLateRows(db: Db, userId: string): Promise<void> {
  await db.batch(eraseTraces(db, userId));
}

/** Everything that names an account without being deleted with its row. May run twice. */
function eraseTraces(db: Db, userId: string) {
  const isOwnProfile = (
    table:
      | typeof plays
      | typeof favorites
      | typeof cheers
      | typeof listens
      | typeof broadcasts
      | typeof tracklistEvidence,
  ) => and(eq(table.performerId, userId), isNull(table.stageId));
  // A track that only their own profile has played or only they have suggested, and that no one else has as a favorite,
  // is deleted too.
  const other = alias(plays, "other");
  const playedByThem = db.select({ id: plays.trackId }).from(plays).where(isOwnProfile(plays));
  const isPlayedElsewhere = and(
    eq(other.trackId, tracks.id),
    or(isNull(other.performerId), ne(other.performerId, userId), isNotNull(other.stageId)),
  );
  const isFavorite = and(eq(favorites.trackId, tracks.id), ne(favorites.userId, userId));
  const isTheirsAlone = and(
    or(inArray(tracks.id, playedByThem), inArray(tracks.id, suggestedBy(db, userId))),
    notExists(evidenceOfOthers(db, userId)),
    notExists(db.select({ id: other.id }).from(other).where(isPlayedElsewhere)),
    notExists(db.select({ id: favorites.trackId }).from(favorites).where(isFavorite)),
  );
  const theirTracks = db.select({ id: tracks.id }).from(tracks).where(isTheirsAlone);
  const credits = alias(tracksArtists, "credits");
  const isCreditedElsewhere = and(eq(credits.artistId, artists.id), notInArray(credits.trackId, theirTracks));
  // Plays that are kept are those on a stage.
  const keptPlay = (table: typeof favorites | typeof cheers) =>
    sql`case when ${table.stageId} is null then null else ${table.playId} end`;
  const nobody = { performerId: null, setId: null };
  const isTheirFile = and(
    eq(tracklistEvidence.performerId, userId),
    eq(tracklistEvidence.kind, "history"),
    eq(tracklistEvidence.act, "heard"),
  );
  return [
    // What they played on stages stays, the names of their files do not.
    db.update(tracklistEvidence).set({ details: {} }).where(isTheirFile),
    // Artists before their tracks, while these can still be found.
    db
      .delete(artists)
      .where(
        and(
          inArray(
            artists.id,
            db
              .select({ id: tracksArtists.artistId })
              .from(tracksArtists)
              .where(inArray(tracksArtists.trackId, theirTracks)),
          ),
          notExists(db.select({ id: credits.artistId }).from(credits).where(isCreditedElsewhere)),
        ),
      ),
    db.delete(tracks).where(isTheirsAlone),
    db.delete(tracklistEvidence).where(and(isSuggestionOf(userId), notExists(agreementWithIt(db)))),
    db.delete(tracklistEvidence).where(isOwnProfile(tracklistEvidence)),
    db.update(tracklistEvidence).set(nobody).where(eq(tracklistEvidence.performerId, userId)),
    db.delete(plays).where(isOwnProfile(plays)),
    db.update(plays).set(nobody).where(eq(plays.performerId, userId)),
    db
      .update(favorites)
      .set({ ...nobody, playId: keptPlay(favorites) })
      .where(eq(favorites.performerId, userId)),
    db
      .update(cheers)
      .set({ ...nobody, playId: keptPlay(cheers) })
      .where(eq(cheers.performerId, userId)),
    db.delete(listens).where(isOwnProfile(listens)),
    db.update(listens).set(nobody).where(eq(listens.performerId, userId)),
    // A stage's count of listens is a count of rows: each becomes the listen of a random anonymous listener.
    db
      .update(listens)
      .set({ listener: sql`'gone:' || lower(hex(randomblob(8)))` })
      .where(eq(listens.listener, userId)),
    // The number of listeners of a replay is a count of rows too.
    db
      .update(replayListens)
      .set({ listener: sql`'gone:' || lower(hex(randomblob(8)))` })
      .where(eq(replayListens.listener, userId)),
    // What was never recorded has no files, and its set may be somebody else's by now.
    db.delete(replays).where(and(eq(replays.performerId, userId), eq(replays.status, "planned"))),
    // Nobody finds the others from now on; the rows stay until their files are deleted.
    db.update(replays).set({ status: "deleted" }).where(eq(replays.performerId, userId)),
    db.delete(broadcasts).where(isOwnProfile(broadcasts)),
    db.update(broadcasts).set({ performerId: null, streamId: "" }).where(eq(broadcasts.performerId, userId)),
    db
      .delete(ingestCredentials)
      .where(and(eq(ingestCredentials.ownerId, userId), ne(ingestCredentials.kind, "stage"))),
    db.update(users).set({ referrerId: null }).where(eq(users.referrerId, userId)),
    // The one who was invited names the claim of the one who has invited them.
    db
      .update(tokenClaims)
      .set({ reason: "", source: sql`'gone:' || lower(hex(randomblob(8)))` })
      .where(and(eq(tokenClaims.kind, "referral"), sql`instr(${tokenClaims.source}, ${userId}) > 0`)),
    // What operators did stays, without the people it names.
    db
      .update(tokenActs)
      .set({
        // What was granted to them still counts for the one who granted it.
        details: sql`(select json_group_object(
            case key when ${userId} then 'gone:' || lower(hex(randomblob(8))) else key end, value)
          from json_each(${tokenActs.details}) where value <> ${userId})`,
      })
      .where(
        sql`exists (select 1 from json_each(${tokenActs.details}) as detail
          where detail.value = ${userId} or detail.key = ${userId})`,
      ),
    db.update(tokenActs).set({ operatorId: null }).where(eq(tokenActs.operatorId, userId)),
    db.update(tokenActs).set({ agreedId: null }).where(eq(tokenActs.agreedId, userId)),
    db.update(tokenActs).set({ secondOperatorId: null }).where(eq(tokenActs.secondOperatorId, userId)),
    // The lists lose their last message now; the conversation itself writes the new one.
    db.update(conversations).set({ lastMessage: "" }).where(eq(conversations.lastUserId, userId)),
    ...eraseSaidOfRecordings(db, userId),
    ...eraseReferences(db, userId),
    db.delete(chatPlaces).where(inArray(chatPlaces.room, ownPlaces(userId))),
    // Emails about them to others: the id of an email with notices names everyone they are about.
    db
      .delete(outboxMails)
      .where(sql`instr(${outboxMails.id}, ${userId}) > 0 or instr(${outboxMails.text}, ${userId}) > 0`),
  ] as const;
}

/** Unfinished erasures, and those finished before `finishedBy`, for their second pass. */
export function listOpenErasures(db: Db, finishedBy: number, limit: number): Promise<ErasureRow[]> {
  return db
    .select()
    .from(erasures)
    .where(or(isNull(erasures.doneAt), lte(erasures.doneAt, finishedBy)))
    .orderBy(asc(erasures.attempts), asc(erasures.requestedAt))
    .limit(limit);
}

export async function findErasure(db: Db, userId: string): Promise<ErasureRow | undefined> {
  const [row] = await db.select().from(erasures).where(eq(erasures.userId, userId));
  return row;
}

/** Counts an incomplete attempt. */
export async function countErasureAttempt(db: Db, userId: string): Promise<void> {
  await db
    .update(erasures)
    .set({ attempts: sql`${erasures.attempts} + 1` })
    .where(eq(erasures.userId, userId));
}

export async function markErasureDone(db: Db, userId: string, doneAt: number): Promise<void> {
  await db.update(erasures).set({ doneAt }).where(eq(erasures.userId, userId));
}

/** Deletes the last traces of the account: the email about the deletion and this row. */
export async function endErasure(db: Db, { userId, plan }: ErasureRow): Promise<void> {
  await db.batch([
    db.delete(outboxMails).where(eq(outboxMails.id, plan.mail)),
    db.delete(erasures).where(eq(erasures.userId, userId)),
  ]);
}

export async function listOperatorIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.isOperator, true));
  return rows.map(({ id }) => id);
}
