/** Changes of a booked set, and lists of those that were played. Times are epoch ms. */
import * as z from "zod/mini";
import { line, paragraphs, visibleLine } from "#app/domains/base/text/fields.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { profileLimits } from "#app/domains/people/people/contract/my-profile.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { pageSchema } from "#app/paging.ts";
import { TestConnectionView, TestStatus } from "../../media/contract/encoder.ts";
import { SetView } from "../../schedule/contract/sets.ts";
import { bookingLimits, SetRequestView } from "./requests.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));

/** The longest part of a schedule that is read in one call: a month's view with the weeks around it. */
export const scheduleDays = 42;

/**
 * A cancellation; with `rest` of the later weeks of its series too. `managingRoom` is accepted because the call has it,
 * but not trusted.
 */
export const CancelSetInput = z.object({
  set: Id,
  rest: z.nullish(z.boolean()),
  managingRoom: z.nullish(z.unknown()),
});
export type CancelSetInput = z.infer<typeof CancelSetInput>;

/**
 * A manager of its stage can also start the next set of the stage now (`startNext`), or take the performer off the air
 * (`kick`), which the performer and the stage's log are told.
 */
export const EndSetInput = z.object({
  set: Id,
  startNext: z.nullish(z.boolean()),
  kick: z.nullish(z.boolean()),
});
export type EndSetInput = z.infer<typeof EndSetInput>;

/**
 * Only the given fields change; `picture` is a data URL, and null removes the present one. Another `user` is offered the set, and plays it once they have accepted. A time that
 * the caller may not change is requested from the stage's managers. With the `revision` that the caller has seen, a
 * change made in between is not overwritten.
 */
export const UpdateSetInput = z.object({
  set: Id,
  revision: z.nullish(z.number().check(z.int())),
  start: z.nullish(z.number().check(z.int())),
  end: z.nullish(z.number().check(z.int())),
  name: z.nullish(visibleLine(bookingLimits.nameLength)),
  description: z.nullish(paragraphs(bookingLimits.descriptionLength)),
  picture: z.nullish(z.string()),
  tags: z.nullish(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(profileLimits.tagLength)))),
  user: z.nullish(Id),
  mixcloud: z.nullish(z.boolean()),
  mixcloudName: z.nullish(line(200)),
});
export type UpdateSetInput = z.infer<typeof UpdateSetInput>;

/** A set as its performer and the managers of its stage see it, even after it is over or cancelled. */
export const OwnSetView = z.object({
  ...SetView.shape,
  status: z.enum(["accepted", "cancelled"]),
  /** Counts its changes. */
  revision: z.number(),
  /** The last change, or null before the first; without a name once its author's account is deleted. */
  changed: z.nullable(z.object({ at: z.number(), by: z.nullable(PersonView) })),
  /** Whether the recording is uploaded to the music-hosting service, and its name there. */
  mixcloud: z.boolean(),
  mixcloudName: z.string(),
  /** Every week of its series by start, including this one; empty without a series. */
  series: z.array(
    z.object({
      id: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.enum(["accepted", "cancelled"]),
    }),
  ),
  /** The viewer manages its stage. */
  isManager: z.boolean(),
  /** The request whose acceptance the viewer can undo; null where there is none, or it is too late. */
  undoableRequest: z.nullable(z.string()),
  /** It is cancelled because its acceptance was undone, and is requested again. */
  isAskedAgain: z.boolean(),
  /** The viewer may move it immediately. */
  isMovable: z.boolean(),
  /** The viewer may ask the managers of its stage for another time. */
  canAskToMove: z.boolean(),
  /** The change that waits for an answer: another time or another performer. */
  waiting: z.nullable(SetRequestView),
});
export type OwnSetView = z.infer<typeof OwnSetView>;

/** The set after the call, with the message for a toast. */
export const SetChangeView = z.object({ ...SetView.shape, ...NoticeView.shape });
export type SetChangeView = z.infer<typeof SetChangeView>;

/** A performance that is over. The numbers are null where its performer hides them from the viewer. */
export const PlayedSetView = z.object({
  ...SetView.shape,
  /** It was on a profile or an on-demand stage: its page is that of its replay. */
  isWithoutSet: z.optional(z.boolean()),
  peakListeners: z.nullable(z.number()),
  totalFavorites: z.nullable(z.number()),
  totalCheers: z.nullable(z.number()),
});
export type PlayedSetView = z.infer<typeof PlayedSetView>;

export const SetPage = pageSchema(PlayedSetView);
export type SetPage = z.infer<typeof SetPage>;
export const PerformerSetsInput = z.object({ user: Id });
export type PerformerSetsInput = z.infer<typeof PerformerSetsInput>;
export const PerformerSetPageInput = z.object({
  user: Id,
  dateCursor: z.nullish(z.number()),
  idCursor: z.nullish(z.string().check(z.maxLength(64))),
});
export type PerformerSetPageInput = z.infer<typeof PerformerSetPageInput>;
export const StageSetsInput = z.object({ room: Id });
export type StageSetsInput = z.infer<typeof StageSetsInput>;

/** Epoch ms; at most `scheduleDays` days apart. */
export const StageScheduleInput = z
  .object({ room: Id, from: z.number().check(z.int()), until: z.number().check(z.int()) })
  .check(z.refine(({ from, until }) => until > from && until - from <= scheduleDays * 86_400_000));
export type StageScheduleInput = z.infer<typeof StageScheduleInput>;

/** The encoder settings of a stream test, and its progress. */
export const SetTestView = z.object({ ...TestConnectionView.shape, status: TestStatus });
export type SetTestView = z.infer<typeof SetTestView>;
