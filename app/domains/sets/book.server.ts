/** The only way in which a booking becomes sets, of either side and any number of weeks. */
import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { type Booking, insertBookedSets, listTakenSlots } from "#db/queries/bookings.ts";
import { findUploadDefault } from "#db/queries/upload-default.ts";
import { type Series, slotsOf } from "../time/series.ts";
import { type BookingTerms, decideBooking, decideSeries } from "./booking-rules.ts";
import { defaultUploadName } from "./default-names.ts";
import { tellStage } from "./tell-stage.server.ts";

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

/** Throws `slot-taken` with the weeks that are taken; for an operator `conflict`. */
export async function requireFree(
  ctx: AppContext,
  { series, ...of }: Wanted,
  by: BookingTerms["by"],
): Promise<void> {
  const slots = slotsOf(series);
  const verdict = decideBooking(slots, await listTakenSlots(ctx.db, { ...of, slots }), by);
  if (verdict.ok) return;
  if (verdict.takenSlots === undefined || slots.length === 1) throw new AppError(verdict.code);
  const names = verdict.takenSlots.map(
    (week) => `week ${week + 1} (${dayOf(slots[week]?.startsAt ?? 0, series.timeZone)})`,
  );
  throw new AppError(verdict.code, { message: `These weeks are taken: ${names.join(", ")}.` });
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
  await tellStage(ctx, stageId);
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
  if (id === undefined) throw new AppError("conflict");
  return { id };
}

const dayOf = (instant: number, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" }).format(instant);
