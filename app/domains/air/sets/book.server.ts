/** The only way in which a booking becomes sets, of either side and any number of weeks. */
import type { AppContext } from "#app/context.ts";
import { type Series, slotsOf } from "#app/domains/base/time/series.ts";
import type { Slot } from "#app/domains/base/time/slot.ts";
import { localTimeOf } from "#app/domains/base/time/time-zone.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { type BookingTerms, decideBooking, decideSeries } from "./booking-rules.ts";
import { defaultUploadName } from "./default-names.ts";
import { notifyStage } from "./notify-stage.server.ts";
import { type Booking, insertBookedRequest, insertBookedSets, listTakenSets } from "./queries/bookings.ts";
import type { NewRequest } from "./queries/requests.ts";
import { findUploadDefault } from "./queries/upload-default.ts";
import { takenSentence } from "./taken-sentences.ts";

interface Wanted {
  stageId: string;
  performerId: string;
  series: Series;
}

/** Throws `bad-input` for a series that these terms do not allow, and what `requireFree` throws. */
export async function requireBookable(ctx: AppContext, wanted: Wanted, terms: BookingTerms): Promise<void> {
  requireOk(decideSeries(wanted.series, terms));
  await requireFree(ctx, wanted, terms.by);
}

/** Throws `slot-taken` with the weeks that are taken, for an operator `conflict`; both name the sets in the way. */
export async function requireFree(
  ctx: AppContext,
  { series, ...of }: Wanted,
  by: BookingTerms["by"],
): Promise<void> {
  const slots = slotsOf(series);
  const taken = await listTakenSets(ctx.db, { ...of, slots });
  const verdict = decideBooking(slots, taken, by);
  if (verdict.ok) return;
  const weeks = verdict.takenSlots?.map(
    (week) => `week ${week + 1} (${dayOf(slots[week]?.startsAt ?? 0, series.timeZone)})`,
  );
  const message = takenSentence(taken, {
    stageId: of.stageId,
    viewerId: ctx.viewer?.id,
    weeks: slots.length === 1 ? [] : (weeks ?? []),
    isTimed: by === "operator",
  });
  throw new AppError(verdict.code, { message });
}

/**
 * Returns `slot-taken` with the sets in the way of another time or performer for a booked set, which is never in its
 * own way. For a change that was refused as it was written.
 */
export async function slotTaken(
  ctx: Pick<AppContext, "db" | "viewer">,
  { setId, stageId, performerId, slot }: { setId: string; stageId: string; performerId: string; slot: Slot },
): Promise<AppError> {
  const taken = await listTakenSets(ctx.db, { stageId, performerId, slots: [slot], exceptId: setId });
  return new AppError("slot-taken", {
    message: takenSentence(taken, { stageId, viewerId: ctx.viewer?.id }),
  });
}

/**
 * Turns a booking into its sets, all of them or none, and returns their ids by start. Returns undefined where a slot is
 * taken, even since a moment ago, or the request was answered meanwhile. `now`: when a request is settled by it, which
 * identifies its notice. Then the stage is told. Callers guard, and notify people.
 */
export async function writeBooking(
  ctx: AppContext,
  booking: Booking,
  { stageId, series, now }: { stageId: string; series: Series; now: number },
): Promise<string[] | undefined> {
  const slots = slotsOf(series).map((slot) => ({ id: ctx.ids.next(), ...slot }));
  const isBooked = await insertBookedSets(ctx.db, booking, { slots, now });
  if (!isBooked) return undefined;
  await notifyStage(ctx, stageId);
  return slots.map(({ id }) => id);
}

/**
 * A request that needs no answer, with its sets, as `writeBooking`. Undefined also where these are too many with those
 * that the performer has ahead on the stage (`maxAhead`), or it takes no bookings any more.
 */
export async function writeBookedRequest(
  ctx: AppContext,
  request: NewRequest,
  maxAhead: number | null,
): Promise<string[] | undefined> {
  const now = request.createdAt;
  const slots = slotsOf(request).map((slot) => ({ id: ctx.ids.next(), ...slot }));
  if (!(await insertBookedRequest(ctx.db, request, { slots, now, maxAhead }))) return undefined;
  await notifyStage(ctx, request.stageId);
  return slots.map(({ id }) => id);
}

/**
 * An operator's booking: one set on a stage's schedule without a request. Throws `bad-input`, `conflict`. Does not
 * check the caller: callers guard.
 */
export async function bookSet(
  ctx: AppContext,
  input: {
    stageId: string;
    performerId: string;
    name: string;
    description: string;
    startsAt: number;
    endsAt: number;
  },
): Promise<{ id: string }> {
  const { stageId, performerId, name, description, startsAt, endsAt } = input;
  const series: Series = { startsAt, endsAt, weeks: 1, timeZone: "UTC" };
  await requireBookable(ctx, { stageId, performerId, series }, { by: "operator" });
  const mixcloud = await findUploadDefault(ctx.db, performerId);
  const mixcloudName = defaultUploadName(name, startsAt, series.timeZone);
  const booking = { stageId, performerId, name, description, mixcloud, mixcloudName };
  const [id] = (await writeBooking(ctx, booking, { stageId, series, now: ctx.clock.now() })) ?? [];
  if (id === undefined) {
    // Someone else was faster: name their set.
    await requireFree(ctx, { stageId, performerId, series }, "operator");
    throw new AppError("conflict");
  }
  return { id };
}

const dayOf = (instant: number, timeZone: string) => dayFormat.format(localTimeOf(instant, timeZone));

/** Formats local times, which are those of UTC. */
const dayFormat = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });
