/** References that are taken from broadcasts, and what was heard by them. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isHiddenByOwner, type ReferenceRow } from "#app/domains/music/recognition/queries/references.ts";
import type { Db } from "#db/client.ts";
import { broadcasts, tracklistEvidence, trackReferences } from "#db/schema/index.ts";
import { retractionOf } from "./retractions.ts";
import type { PerformanceRow } from "./tracklists.ts";

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

type Aired = Pick<PerformanceRow, "broadcasts">;

const isAmong = (aired: Aired["broadcasts"]) =>
  inArray(
    broadcasts.id,
    aired.map(({ id }) => id),
  );

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

/** Makes a performance due whose evidence has changed; none that is on air. */
export function makePerformanceDue(db: Db, performance: string, dueAt: number) {
  return db
    .update(broadcasts)
    .set({ harvestDueAt: dueAt })
    .where(and(isOf(performance), isNotNull(broadcasts.endedAt)));
}

/** Makes the harvest of a performance due whose evidence has changed. */
export function makeHarvestDue(db: Db, { broadcasts: aired }: Aired, dueAt: number) {
  return db.update(broadcasts).set({ harvestDueAt: dueAt }).where(isAmong(aired));
}

/** The streams of a performance, and when they were on air. */
export async function listOnAir(db: Db, { broadcasts: aired }: Aired) {
  const rows = await db
    .select({ stream: broadcasts.streamId, from: broadcasts.startedAt, to: broadcasts.endedAt })
    .from(broadcasts)
    .where(isAmong(aired))
    .orderBy(asc(broadcasts.startedAt));
  return rows.flatMap(({ to, ...row }) => (to === null ? [] : [{ ...row, to }]));
}

const isAlive = (now: number) => or(isNull(trackReferences.expiresAt), gt(trackReferences.expiresAt, now));

/** Lists the references that were taken from a performance and are kept. */
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

/**
 * Lists the references of a track from other performances: those that most performers agree with first, then one of
 * each owner, so that what one performer broadcasts under its name is not in the way of what others have broadcast.
 */
export async function listOfTrack(
  db: Db,
  { trackId, but, limit }: { trackId: string; but: string; limit: number },
): Promise<ReferenceRow[]> {
  const { ownerId, id } = trackReferences;
  const placeOfOwners = sql`row_number() over (partition by ${ownerId} order by ${id})`;
  return db
    .select()
    .from(trackReferences)
    .where(
      and(
        eq(trackReferences.trackId, trackId),
        eq(trackReferences.grade, "B"),
        isNull(trackReferences.sameAs),
        isNull(trackReferences.expiresAt),
        or(isNull(trackReferences.performance), ne(trackReferences.performance, but)),
      ),
    )
    .orderBy(desc(trackReferences.witnesses), asc(placeOfOwners), asc(trackReferences.id))
    .limit(limit);
}

/** Makes a reference stand for another one. */
export function standFor(db: Db, { id, instead }: { id: string; instead: string }) {
  return db.update(trackReferences).set({ sameAs: id }).where(eq(trackReferences.id, instead));
}

/** The references that this one stands for, the oldest first. */
export async function listAgreeing(db: Db, id: string): Promise<ReferenceRow[]> {
  return db
    .select()
    .from(trackReferences)
    .where(and(eq(trackReferences.sameAs, id), isNull(trackReferences.expiresAt)))
    .orderBy(asc(trackReferences.id))
    .limit(maxRows);
}

/** Hands the reference of the common part over to the owner who agreed with it. */
export function handOver(db: Db, id: string, to: ReferenceRow) {
  const { ownerId, performance, line, startsAt, trackId, title, artists } = to;
  return [
    ...expireReference(db, to.id),
    db
      .update(trackReferences)
      .set({ ownerId, performance, line, startsAt, trackId, title, artists })
      .where(eq(trackReferences.id, id)),
  ] as const;
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

/** Lists what the ear has heard by these references, in any performance. */
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

/** Names for the sound of a reference that a performer or a manager has dismissed in a tracklist. */
export async function listDismissed(db: Db, referenceId: string) {
  const back = alias(tracklistEvidence, "back");
  const { performerId, userId, trackId } = tracklistEvidence;
  return db
    .selectDistinct({ performerId, userId, trackId })
    .from(tracklistEvidence)
    .innerJoin(
      back,
      and(
        eq(back.performance, tracklistEvidence.performance),
        eq(back.act, "retract"),
        inArray(back.kind, ["performer", "manager"]),
        sql`${back.details} ->> '$.evidence' = ${tracklistEvidence.id}`,
      ),
    )
    .where(and(eq(tracklistEvidence.referenceId, referenceId), notExists(retractionOf(db, back))));
}

/**
 * Lists references from broadcasts of these performers, and those without a name from these stages: newest first, named
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
        not(isHiddenByOwner(db, now)),
      ),
    )
    .orderBy(asc(trackReferences.grade), desc(trackReferences.createdAt))
    .limit(limit);
}
