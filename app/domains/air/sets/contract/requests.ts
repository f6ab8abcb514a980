/** Requests for sets, and their answers. Times are epoch ms. */
import * as z from "zod/mini";
import { line, paragraphs, visibleLineOrNone } from "#app/domains/base/text/fields.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));

export const bookingLimits = {
  /** Days from now within which a set may start. */
  windowDays: 30,
  /** Hours. */
  durations: [0.5, 1, 1.5, 2, 2.5, 3],
  /** The longest set that a manager books, hours: they choose any minute. */
  managerHours: 12,
  /** A set that starts later than this from now is not started in place of the one before, ms. */
  advanceMs: 3_600_000,
  /** Weeks of one series. */
  weeks: 26,
  nameLength: 100,
  descriptionLength: 2000,
} as const;

/**
 * `dj` is the performer; a performer requests for themselves, a manager of the stage for anyone. `start` and `end` are
 * the first week's. `timeZone` (IANA) is where the series keeps its local time; `dst` is the client's own calculation
 * of the shifts, one per week in ms, and only compared. Without a `name` it is named after its day. The performer
 * decides whether it is uploaded: by their own `mixcloud`, or by their setting where that is missing or a manager
 * requests.
 */
export const SetRequestInput = z.object({
  dj: Id,
  room: Id,
  start: z.number().check(z.int()),
  end: z.number().check(z.int()),
  name: z.nullish(visibleLineOrNone(bookingLimits.nameLength)),
  description: z.nullish(paragraphs(bookingLimits.descriptionLength)),
  weeks: z.nullish(z.number().check(z.int(), z.gte(1), z.lte(bookingLimits.weeks))),
  timeZone: z.nullish(z.string().check(z.maxLength(64))),
  dst: z.nullish(z.unknown()),
  mixcloud: z.nullish(z.boolean()),
  mixcloudName: z.nullish(line(200)),
});
export type SetRequestInput = z.infer<typeof SetRequestInput>;

export const SetRequestView = z.object({
  id: z.string(),
  _id: z.string(),
  /** A set to be booked; another time for a booked one (`move`); or another performer for it, who is `dj`. */
  kind: z.enum(["booking", "move", "substitute"]),
  /** The booked set that would change, as it is now; null for a booking. */
  set: z.nullable(
    z.object({ id: z.string(), startTime: z.number(), endTime: z.number(), user: z.nullable(PersonView) }),
  ),
  room: z.object({ id: z.string(), name: z.string() }),
  dj: PersonView,
  requestor: PersonView,
  name: z.string(),
  description: z.string(),
  startTime: z.number(),
  endTime: z.number(),
  weeks: z.number(),
  /** Every slot of the series, including the first. */
  slots: z.array(z.object({ startTime: z.number(), endTime: z.number() })),
  timeZone: z.string(),
  status: z.enum(["pending", "accepted", "declined", "cancelled", "expired"]),
  mixcloud: z.boolean(),
  mixcloudName: z.string(),
});
export type SetRequestView = z.infer<typeof SetRequestView>;
export const RequestInput = z.object({ request: Id });
export type RequestInput = z.infer<typeof RequestInput>;
/** The request after the call, with the message for a toast. */
export const SetRequestAnswer = z.object({ ...SetRequestView.shape, ...NoticeView.shape });
export type SetRequestAnswer = z.infer<typeof SetRequestAnswer>;

/** A request to undo: without `set` all weeks of the request that have not started, with it only that one. */
export const UndoAcceptInput = z.object({ request: Id, set: z.nullish(Id) });
export type UndoAcceptInput = z.infer<typeof UndoAcceptInput>;

/** The requests that wait again: several where the weeks are no longer consecutive. */
export const UndoneAnswer = z.object({ ...NoticeView.shape, requests: z.array(SetRequestView) });
export type UndoneAnswer = z.infer<typeof UndoneAnswer>;

export const RoomRequestsInput = z.object({ room: Id });
export type RoomRequestsInput = z.infer<typeof RoomRequestsInput>;
