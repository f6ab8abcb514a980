/** References: the recordings by which the ear knows tracks. Their peaks are in the object store, by the same id. */
import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { batchUnless } from "#db/batch-unless.ts";
import type { Db, Write } from "#db/client.ts";
import { acoustidFingerprints, plays, tracklistEvidence, trackReferences, tracks } from "#db/schema/index.ts";
import { isHiddenTrack } from "../../tracks/queries/shown-plays.ts";

export type ReferenceRow = typeof trackReferences.$inferSelect;
export type NewReference = typeof trackReferences.$inferInsert;

/** A reference names others' plays once so many independent performers have broadcast its sound under its name. */
export const trustedFrom = 2;

export const idsIn = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** True for references in someone's crate. An expired one waits for the deletion of its peaks. */
const inCrateOf = (userId: string) =>
  and(eq(trackReferences.ownerId, userId), eq(trackReferences.grade, "A"), isNull(trackReferences.expiresAt));

/** A reference of a track that its owner hides. */
export const isHiddenByOwner = (db: Db, now: number) =>
  isHiddenTrack(db, now, trackReferences.trackId, (performerId) => eq(performerId, trackReferences.ownerId));

/** The same, where no other performer's reference of the recording stands behind it. */
export function isWithheld(db: Db, now: number) {
  const other = alias(trackReferences, "other");
  const others = db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.sameAs, trackReferences.id),
        isNull(other.expiresAt),
        ne(other.ownerId, trackReferences.ownerId),
      ),
    );
  return and(isHiddenByOwner(db, now), notExists(others));
}

/** A performer's crate, newest first. `shownAt`: without tracks that they hide then. */
export async function listCrateReferences(
  db: Db,
  userId: string,
  { shownAt }: { shownAt?: number } = {},
): Promise<ReferenceRow[]> {
  return db
    .select()
    .from(trackReferences)
    .where(and(inCrateOf(userId), shownAt === undefined ? undefined : not(isHiddenByOwner(db, shownAt))))
    .orderBy(desc(trackReferences.createdAt), desc(trackReferences.id));
}

/**
 * Lists what was named anywhere since then, or on one stage: the references that may name anybody's play, of the tracks
 * that were played last.
 */
export async function listNamedTonight(
  db: Db,
  { since, now, stageId, limit = 3_000 }: { since: number; now: number; stageId?: string; limit?: number },
): Promise<ReferenceRow[]> {
  const played = db
    .select({ id: plays.trackId })
    .from(plays)
    .where(
      and(
        gte(plays.playedAt, since),
        not(plays.isRemoved),
        stageId === undefined ? undefined : eq(plays.stageId, stageId),
      ),
    );
  return db
    .select()
    .from(trackReferences)
    .where(
      and(
        inArray(trackReferences.trackId, played),
        sql`not coalesce(${isWithheld(db, now)}, 0)`,
        isNull(trackReferences.sameAs),
        isNull(trackReferences.expiresAt),
        gte(trackReferences.witnesses, trustedFrom),
      ),
    )
    .orderBy(desc(trackReferences.createdAt))
    .limit(limit);
}

/** Those of others' crates that stand for these tracks, or are exactly these recordings (by digest). */
export async function listStanding(
  db: Db,
  { trackIds, digests, but }: { trackIds: readonly string[]; digests: readonly string[]; but: string },
  limit: number,
): Promise<ReferenceRow[]> {
  return db
    .select()
    .from(trackReferences)
    .where(
      and(
        or(
          inArray(trackReferences.trackId, idsIn(trackIds)),
          inArray(trackReferences.digest, idsIn(digests)),
        ),
        eq(trackReferences.grade, "A"),
        ne(trackReferences.ownerId, but),
        isNull(trackReferences.sameAs),
        isNull(trackReferences.expiresAt),
      ),
    )
    .limit(limit);
}

/** `others`: what is written with them, or not at all. */
export async function insertReferences(
  db: Db,
  rows: readonly NewReference[],
  others: readonly Write[] = [],
): Promise<void> {
  const [first, ...rest] = [...rows.map((row) => db.insert(trackReferences).values(row)), ...others];
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** The same for a crate. False where it would have more than `max`, or has one of these files: nothing was stored. */
export async function insertCrateReferences(
  db: Db,
  rows: readonly NewReference[],
  { ownerId, max, others }: { ownerId: string; max: number; others: readonly Write[] },
): Promise<boolean> {
  const digests = rows.map(({ digest }) => digest);
  const present = db.$count(trackReferences, inCrateOf(ownerId));
  const same = db.$count(
    trackReferences,
    and(inCrateOf(ownerId), inArray(trackReferences.digest, idsIn(digests))),
  );
  const writes = [...rows.map((row) => db.insert(trackReferences).values(row)), ...others];
  return batchUnless(db, sql`${present} > ${max - rows.length} or ${same} > 0`, writes);
}

/** Takes references out of a crate: they have expired. Returns which. */
export async function expireCrateReferences(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const own = and(inCrateOf(userId), inArray(trackReferences.id, idsIn(ids)));
  const [, , , , expired] = await db.batch([
    ...deletePossible(db, own),
    letOthersStand(db, own),
    deleteFingerprints(db, own),
    db.update(trackReferences).set(nothing).where(own).returning({ id: trackReferences.id }),
  ]);
  return expired.map(({ id }) => id);
}

/** The rest of a reference until its peaks are deleted. */
const nothing = {
  ownerId: null,
  trackId: null,
  title: "",
  artists: [],
  isrc: null,
  composer: null,
  label: null,
  catalogueNumber: null,
  digest: "",
  sameAs: null,
  musicbrainz: null,
  expiresAt: 0,
} satisfies Partial<NewReference>;

function deleteFingerprints(db: Db, leaving: SQL | undefined) {
  const gone = db.select({ id: trackReferences.id }).from(trackReferences).where(leaving);
  return db.delete(acoustidFingerprints).where(inArray(acoustidFingerprints.referenceId, gone));
}

/**
 * Deletes what only the owners of leaving references have said of plays of others. It was possible at most, so that no
 * play follows from it; where somebody has confirmed it or given the line a name, the line is theirs. Where somebody
 * has said anything else of the line, only its name leaves: what they said is about the span.
 */
function deletePossible(db: Db, leaving: SQL | undefined) {
  const gone = db.select({ id: trackReferences.id }).from(trackReferences).where(leaving);
  const isPossible = and(
    inArray(tracklistEvidence.referenceId, gone),
    inArray(tracklistEvidence.grade, ["A", "B"]),
    sql`coalesce(${tracklistEvidence.details} ->> '$.own', 0) = 0`,
    sql`coalesce(${tracklistEvidence.details} ->> '$.witnesses', 0) < ${trustedFrom}`,
    notExists(saidByPerson(db, naming)),
  );
  return deleteOrUnname(db, isPossible);
}

const deleteOrUnname = (db: Db, isMeant: SQL | undefined) =>
  [
    db.delete(tracklistEvidence).where(and(isMeant, notExists(saidByPerson(db)))),
    db.update(tracklistEvidence).set(nameless).where(isMeant),
  ] as const;

/** The rest of evidence whose name leaves: something was heard. */
const nameless = { trackId: null, artist: "", title: "", referenceId: null, grade: null };

/** The same of one row that is stored later than the reference is deleted. */
export function deleteWithoutReference(db: Db, evidenceId: string) {
  const left = db
    .select({ id: trackReferences.id })
    .from(trackReferences)
    .where(and(eq(trackReferences.id, tracklistEvidence.referenceId), isNull(trackReferences.expiresAt)));
  const isWithout = and(
    eq(tracklistEvidence.id, evidenceId),
    notExists(left),
    notExists(saidByPerson(db, naming)),
  );
  return deleteOrUnname(db, isWithout);
}

/** Acts by which a line is that of whoever said them. */
const naming = ["confirm", "name"] as const;

/** True where somebody has said something of a line of evidence, or one of these acts. */
function saidByPerson(db: Db, acts?: readonly ("confirm" | "name")[]) {
  const said = alias(tracklistEvidence, "said");
  return db
    .select({ id: said.id })
    .from(said)
    .where(
      and(
        eq(said.performance, tracklistEvidence.performance),
        eq(said.line, tracklistEvidence.line),
        acts === undefined ? ne(said.act, "heard") : inArray(said.act, [...acts]),
      ),
    );
}

/** The oldest of those that a reference stood for stands for the others from now on. */
function letOthersStand(db: Db, leaving: SQL | undefined) {
  const gone = db.select({ id: trackReferences.id }).from(trackReferences).where(leaving);
  const heirs = db
    .select({
      gone: sql`${trackReferences.sameAs}`.as("gone"),
      heir: sql`min(${trackReferences.id})`.as("heir"),
    })
    .from(trackReferences)
    .where(and(inArray(trackReferences.sameAs, gone), notInArray(trackReferences.id, gone)))
    .groupBy(trackReferences.sameAs)
    .as("heirs");
  return db
    .update(trackReferences)
    .set({ sameAs: sql`nullif(${heirs.heir}, ${trackReferences}.id)` })
    .from(heirs)
    .where(sql`${trackReferences}.same_as = ${heirs.gone}`);
}

/** Erases the references of an account. One that other broadcasts agree with stays, without owner. */
export function eraseReferences(db: Db, userId: string) {
  const leaving = and(
    eq(trackReferences.ownerId, userId),
    or(ne(trackReferences.grade, "B"), sql`${trackReferences.witnesses} < ${trustedFrom}`),
  );
  return [
    ...deletePossible(db, leaving),
    letOthersStand(db, leaving),
    deleteFingerprints(db, leaving),
    db.update(trackReferences).set(nothing).where(leaving),
    db.update(trackReferences).set({ ownerId: null }).where(eq(trackReferences.ownerId, userId)),
  ] as const;
}

export async function listExpiredReferences(db: Db, now: number, limit: number) {
  return db
    .select({ id: trackReferences.id })
    .from(trackReferences)
    .where(and(isNotNull(trackReferences.expiresAt), lte(trackReferences.expiresAt, now)))
    .orderBy(asc(trackReferences.expiresAt))
    .limit(limit);
}

/** Deletes references once their peaks are deleted. */
export async function deleteReferences(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(trackReferences).where(inArray(trackReferences.id, idsIn(ids)));
}

/** The tracks of these keys that exist, by key. */
export async function findTrackIds(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: tracks.id, key: tracks.key })
    .from(tracks)
    .where(inArray(tracks.key, idsIn(keys)));
  return new Map(rows.map(({ id, key }) => [key, id]));
}
