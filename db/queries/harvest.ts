/** References that are taken from broadcasts, and what was heard by them. */
import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { broadcasts, tracklistEvidence, trackReferences } from "../schema/index.ts";
import type { ReferenceRow } from "./references.ts";

const performanceOf = sql<string>`coalesce(${broadcasts.setId}, ${broadcasts.performance}, ${broadcasts.id})`;
/** More than the parts of any performance, and more rows than were ever heard by one. */
const maxRows = 2_000;

/** Performances whose sound is to be gone through, the one that waits longest first. */
export async function listHarvestDue(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: performanceOf })
    .from(broadcasts)
    .where(lte(broadcasts.harvestDueAt, now))
    .groupBy(performanceOf)
    .orderBy(asc(sql`min(${broadcasts.harvestDueAt})`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const isOf = (performance: string) =>
  or(
    eq(broadcasts.setId, performance),
    eq(broadcasts.id, performance),
    eq(broadcasts.performance, performance),
  );

/** Null: it is done, unless it became due again since `asOf`. */
export function setHarvestDue(db: Db, performance: string, dueAt: number | null, asOf: number) {
  return db
    .update(broadcasts)
    .set({ harvestDueAt: dueAt })
    .where(and(isOf(performance), lte(broadcasts.harvestDueAt, asOf)));
}

/** What was said of a performance has changed. */
export function makeHarvestDue(db: Db, broadcastIds: readonly string[], dueAt: number) {
  return db
    .update(broadcasts)
    .set({ harvestDueAt: dueAt })
    .where(inArray(broadcasts.id, [...broadcastIds]));
}

/** The streams of a performance, and when they were on air. */
export async function listOnAir(db: Db, broadcastIds: readonly string[]) {
  const rows = await db
    .select({ stream: broadcasts.streamId, from: broadcasts.startedAt, to: broadcasts.endedAt })
    .from(broadcasts)
    .where(inArray(broadcasts.id, [...broadcastIds]))
    .orderBy(asc(broadcasts.startedAt));
  return rows.flatMap(({ to, ...row }) => (to === null ? [] : [{ ...row, to }]));
}

const isAlive = (now: number) => or(isNull(trackReferences.expiresAt), gt(trackReferences.expiresAt, now));

/** What was taken from a performance and is kept. */
export async function listTaken(db: Db, performance: string, now: number): Promise<ReferenceRow[]> {
  return db
    .select()
    .from(trackReferences)
    .where(and(eq(trackReferences.performance, performance), isAlive(now)))
    .orderBy(asc(trackReferences.startsAt))
    .limit(maxRows);
}

/** References of these ids that are kept. */
export async function listReferences(db: Db, ids: readonly string[], now: number): Promise<ReferenceRow[]> {
  return db
    .select()
    .from(trackReferences)
    .where(
      and(
        inArray(trackReferences.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        isAlive(now),
      ),
    );
}

/** What is known already of a track: files, and what was taken from other performances; files first. */
export async function listOfTrack(
  db: Db,
  { trackId, but, limit }: { trackId: string; but: string; limit: number },
): Promise<ReferenceRow[]> {
  return db
    .select()
    .from(trackReferences)
    .where(
      and(
        eq(trackReferences.trackId, trackId),
        isNull(trackReferences.sameAs),
        isNull(trackReferences.expiresAt),
        or(isNull(trackReferences.performance), ne(trackReferences.performance, but)),
      ),
    )
    .orderBy(asc(trackReferences.grade), desc(trackReferences.witnesses))
    .limit(limit);
}

/**
 * Counts who agrees with a reference: its own performer, and those of the references that it stands for. A mix that is
 * on air again, or a file with a wrong tag that is played again, is no second witness; where nobody was named, each
 * performance is one.
 */
export function countWitnesses(db: Db, id: string) {
  const agreeing = sql`(select count(distinct coalesce(same.owner_id, same.performance)) from track_references as same
    where (same.same_as = ${id} or same.id = ${id}) and same.expires_at is null)`;
  return db.update(trackReferences).set({ witnesses: agreeing }).where(eq(trackReferences.id, id));
}

/** From now on a reference stands for another one. */
export function standFor(db: Db, { id, instead }: { id: string; instead: string }) {
  return db.update(trackReferences).set({ sameAs: id }).where(eq(trackReferences.id, instead));
}

/** It has expired, whatever its grade, and stands for no other. Its peaks are deleted by the hourly job. */
export function expireReference(db: Db, id: string) {
  return [
    db.update(trackReferences).set({ sameAs: null }).where(eq(trackReferences.sameAs, id)),
    db
      .update(trackReferences)
      .set({ expiresAt: 0, sameAs: null, trackId: null })
      .where(eq(trackReferences.id, id)),
  ] as const;
}

/** What the ear has heard by these references, in any performance. */
export async function listHeardBy(db: Db, references: readonly string[]) {
  return db
    .select()
    .from(tracklistEvidence)
    .where(
      and(
        inArray(
          tracklistEvidence.referenceId,
          sql`(select value from json_each(${JSON.stringify(references)}))`,
        ),
        eq(tracklistEvidence.kind, "ear"),
        eq(tracklistEvidence.act, "heard"),
      ),
    )
    .orderBy(asc(tracklistEvidence.at))
    .limit(maxRows);
}

/**
 * What was taken from broadcasts of these performers, and what nobody has named on these stages: newest first, named
 * ones before the others.
 */
export async function listTakenFrom(
  db: Db,
  {
    performers,
    stages,
    now,
    limit,
  }: {
    performers: readonly string[];
    stages: readonly string[];
    now: number;
    limit: number;
  },
): Promise<ReferenceRow[]> {
  const onStage = db
    .select({ id: tracklistEvidence.id })
    .from(tracklistEvidence)
    .where(
      and(eq(tracklistEvidence.id, trackReferences.line), inArray(tracklistEvidence.stageId, [...stages])),
    );
  return db
    .select()
    .from(trackReferences)
    .where(
      and(
        or(
          and(inArray(trackReferences.ownerId, [...performers]), ne(trackReferences.grade, "A")),
          and(eq(trackReferences.grade, "C"), sql`exists ${onStage}`),
        ),
        isNull(trackReferences.sameAs),
        isAlive(now),
      ),
    )
    .orderBy(asc(trackReferences.grade), desc(trackReferences.createdAt))
    .limit(limit);
}
