import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { broadcasts, setRequests, sets } from "#db/schema/index.ts";

/** An accepted request that is to wait again, with the sets that it had created. */
export interface ReopenedRequest {
  id: string;
  name: string;
  description: string;
  startsAt: number;
  endsAt: number;
  weeks: number;
  mixcloud: boolean;
  mixcloudName: string;
  /** The sets as they were read: if one has been changed since, nothing is changed. */
  sets: readonly { id: string; revision: number }[];
}

/** The accepted sets of a request that its performer still plays, started or not, by start. */
export async function listAcceptedSets(
  db: Db,
  { requestId, performerId }: { requestId: string; performerId: string },
) {
  return db
    .select({
      id: sets.id,
      revision: sets.revision,
      name: sets.name,
      description: sets.description,
      startsAt: sets.startsAt,
      endsAt: sets.endsAt,
      mixcloud: sets.mixcloud,
      mixcloudName: sets.mixcloudName,
    })
    .from(sets)
    .where(and(eq(sets.requestId, requestId), eq(sets.performerId, performerId), eq(sets.status, "accepted")))
    .orderBy(sets.startsAt, sets.id);
}

/**
 * Removes sets of an accepted request from the schedule and requests them again, all or none, in one transaction. The
 * request itself waits again where `reopened` names it; the others of `reopened` are new requests of the same people.
 * Returns false where one of the sets has started, been on air or been changed meanwhile.
 */
export async function undoAcceptance(
  db: Db,
  input: { requestId: string; reopened: readonly ReopenedRequest[]; now: number; by: string },
): Promise<boolean> {
  const { requestId, reopened, now, by } = input;
  const undone = reopened.flatMap((request) => request.sets.map((set) => ({ ...set, request: request.id })));
  const chosen = sql`json_each(${JSON.stringify(undone)})`;
  const isIntact = sql`${undone.length} = (
    select count(*) from ${chosen} as undone
    join ${sets} as booked on booked.id = undone.value ->> 'id' and booked.revision = undone.value ->> 'revision'
    where booked.request_id = ${requestId} and booked.status = 'accepted' and booked.starts_at > ${now}
      and not exists (select 1 from ${broadcasts} as aired where aired.set_id = booked.id))`;
  const isOfRequest = and(eq(setRequests.id, requestId), eq(setRequests.status, "accepted"), isIntact);
  const own = reopened.find(({ id }) => id === requestId);
  const others = reopened.filter(({ id }) => id !== requestId);
  const [, , rows] = await db.batch([
    // Every column of the table, in its order: the builder inserts what it selects that way.
    db.insert(setRequests).select(sql`
      select fresh.value ->> 'id', 'booking', null, null, null, asked.stage_id, asked.performer_id, asked.requestor_id, fresh.value ->> 'name',
        fresh.value ->> 'description', fresh.value ->> 'startsAt', fresh.value ->> 'endsAt', fresh.value ->> 'weeks',
        asked.time_zone, fresh.value ->> 'mixcloud', fresh.value ->> 'mixcloudName', 'pending', ${now}, null
      from ${setRequests} as asked, json_each(${JSON.stringify(others)}) as fresh
      where asked.id = ${requestId} and asked.status = 'accepted' and ${isIntact}`),
    db
      .update(setRequests)
      .set(
        own === undefined
          ? { weeks: sql`${setRequests.weeks} - ${undone.length}` }
          : {
              name: own.name,
              description: own.description,
              startsAt: own.startsAt,
              endsAt: own.endsAt,
              weeks: own.weeks,
              mixcloud: own.mixcloud,
              mixcloudName: own.mixcloudName,
              status: "pending",
              settledAt: null,
            },
      )
      .where(isOfRequest),
    db
      .update(sets)
      .set({
        status: "cancelled",
        requestId: sql`(select value ->> 'request' from ${chosen} where value ->> 'id' = ${sets.id})`,
        changedAt: now,
        changedById: by,
        revision: sql`${sets.revision} + 1`,
      })
      .where(
        and(
          inArray(
            sets.id,
            undone.map(({ id }) => id),
          ),
          eq(sets.requestId, requestId),
          eq(sets.status, "accepted"),
          notExists(db.select({ id: broadcasts.id }).from(broadcasts).where(eq(broadcasts.setId, sets.id))),
          isIntact,
        ),
      )
      .returning({ id: sets.id }),
  ]);
  return rows.length === undone.length;
}
