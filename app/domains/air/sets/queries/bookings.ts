/** The only place where a set is inserted: a booking becomes its sets, all of them or none. */
import { and, eq, exists, gt, isNull, type SQL, sql } from "drizzle-orm";
import { batchUnless } from "#db/batch-unless.ts";
import type { Db } from "#db/client.ts";
import { setRequests, sets, stages, users } from "#db/schema/index.ts";

interface Slot {
  startsAt: number;
  endsAt: number;
}

export interface TakenSet extends Slot {
  name: string;
  stageId: string;
  stageName: string;
  performerId: string;
  performerName: string;
}

/** Accepted sets of the stage or of the performer that overlap one of these slots, by start; never `exceptId`. */
export async function listTakenSets(
  db: Db,
  input: { stageId: string; performerId: string; slots: readonly Slot[]; exceptId?: string },
): Promise<TakenSet[]> {
  return db.all<TakenSet>(sql`
    select distinct taken.id, taken.starts_at as "startsAt", taken.ends_at as "endsAt", taken.name,
      stage.id as "stageId", stage.name as "stageName",
      performer.id as "performerId", performer.username as "performerName"
    from json_each(${JSON.stringify(input.slots)}) as wanted
    join ${sets} as taken on taken.status = 'accepted' and taken.id <> ${input.exceptId ?? ""}
      and taken.starts_at < wanted.value ->> 'endsAt' and taken.ends_at > wanted.value ->> 'startsAt'
      and (taken.stage_id = ${input.stageId} or taken.performer_id = ${input.performerId})
    join ${stages} as stage on stage.id = taken.stage_id
    join ${users} as performer on performer.id = taken.performer_id
    order by taken.starts_at`);
}

/** The subject of a booking: a waiting request, which the same transaction settles, or a booking without a request. */
export type Booking =
  | { requestId: string }
  | {
      stageId: string;
      performerId: string;
      name: string;
      description: string;
      mixcloud: boolean;
      mixcloudName: string;
    };

/** The row that the sets are made from; none where the request no longer waits. */
function bookingRow(booking: Booking): SQL {
  if ("requestId" in booking)
    return sql`
      select stage_id, performer_id, id as request_id, name, description, mixcloud, mixcloud_name
      from ${setRequests} where id = ${booking.requestId} and status = 'pending'`;
  return sql`
    select ${booking.stageId} as stage_id, ${booking.performerId} as performer_id, null as request_id,
      ${booking.name} as name, ${booking.description} as description,
      ${booking.mixcloud} as mixcloud, ${booking.mixcloudName} as mixcloud_name`;
}

interface Booked {
  slots: readonly (Slot & { id: string })[];
  now: number;
}

/**
 * Inserts in one transaction, and the insert itself checks for overlaps of the stage and of the performer, so that of
 * two simultaneous bookings one inserts nothing. False where the request was settled meanwhile, or a slot was taken.
 */
export async function insertBookedSets(db: Db, booking: Booking, booked: Booked): Promise<boolean> {
  const [inserted] = await db.batch(bookingWrites(db, booking, booked));
  return inserted.length > 0;
}

/**
 * Inserts a request that needs no answer with its sets, all or nothing. False where a slot is taken, the stage has no
 * schedule or is archived, or the performer would have more than `maxAhead` sets ahead on it and has some already, even
 * since a moment ago.
 */
export async function insertBookedRequest(
  db: Db,
  request: typeof setRequests.$inferInsert,
  { slots, now, maxAhead }: Booked & { maxAhead: number | null },
): Promise<boolean> {
  const { id: requestId, stageId, performerId } = request;
  const isOpen = exists(
    db
      .select({ id: stages.id })
      .from(stages)
      .where(and(eq(stages.id, stageId), eq(stages.isInstant, false), isNull(stages.archivedAt))),
  );
  const ahead = countSetsAhead(db, { stageId, performerId, now });
  const unless = sql`not ${isOpen} or ${takenSlots(sql`json_each(${JSON.stringify(slots)})`, request)}
    or ${maxAhead === null ? sql`false` : sql`(${ahead} > 0 and ${ahead} + ${slots.length} > ${maxAhead})`}`;
  return batchUnless(db, unless, [
    db.insert(setRequests).values(request),
    ...bookingWrites(db, { requestId }, { slots, now }),
  ]);
}

/** Counts a performer's booked sets on a stage that have not started. */
export function countSetsAhead(
  db: Db,
  { stageId, performerId, now }: { stageId: string; performerId: string; now: number },
) {
  return db.$count(
    sets,
    and(
      eq(sets.stageId, stageId),
      eq(sets.performerId, performerId),
      eq(sets.status, "accepted"),
      gt(sets.startsAt, now),
    ),
  );
}

/** Whether an accepted set of the stage or of the performer overlaps one of the slots. */
const takenSlots = (slots: SQL, of: { stageId: string | SQL; performerId: string | SQL }) => sql`exists (
  select 1 from ${slots} as wanted
  join ${sets} as taken on taken.status = 'accepted'
    and taken.starts_at < wanted.value ->> 'endsAt' and taken.ends_at > wanted.value ->> 'startsAt'
    and (taken.stage_id = ${of.stageId} or taken.performer_id = ${of.performerId}))`;

function bookingWrites(db: Db, booking: Booking, { slots, now }: Booked) {
  const wantedSlots = sql`json_each(${JSON.stringify(slots)})`;
  const ofBooking = { stageId: sql`booking.stage_id`, performerId: sql`booking.performer_id` };
  const requestId = "requestId" in booking ? booking.requestId : "";
  const firstSet = db
    .select({ id: sets.id })
    .from(sets)
    .where(eq(sets.id, slots[0]?.id ?? ""));
  return [
    // Every column of the table, in its order: the builder inserts what it selects that way.
    db
      .insert(sets)
      .select(sql`
        select slot.value ->> 'id', booking.stage_id, booking.performer_id, booking.request_id, booking.name,
          booking.description, slot.value ->> 'startsAt', slot.value ->> 'endsAt', 'accepted', ${now}, 0, null, null,
          booking.mixcloud, booking.mixcloud_name, 0, 0, null, '[]'
        from (${bookingRow(booking)}) as booking, ${wantedSlots} as slot
        where not ${takenSlots(wantedSlots, ofBooking)}`)
      .returning({ id: sets.id }),
    db
      .update(setRequests)
      .set({ status: "accepted", settledAt: now })
      .where(
        and(
          eq(setRequests.id, requestId),
          eq(setRequests.status, "pending"),
          // Not any set of the request: one whose acceptance was undone already has cancelled sets.
          exists(firstSet),
        ),
      ),
  ] as const;
}
