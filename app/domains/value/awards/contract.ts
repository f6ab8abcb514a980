import * as z from "zod/mini";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";

/** An award, in both wordings. `id` is the earned award's where it belongs to someone, otherwise the definition's. */
export const AwardView = z.object({
  id: z.string(),
  _id: z.string(),
  title: z.string(),
  name: z.string(),
  musicianTitle: z.string(),
  musicianName: z.string(),
  /** Image path, or null for an award without a badge. */
  badge: z.nullable(z.string()),
  /** A note to show beside the numbers, or null. */
  note: z.nullable(z.string()),
});
export type AwardView = z.infer<typeof AwardView>;

/**
 * An award that everyone can earn: by performing, or by listening and other things that anyone can do; or an award of a
 * stage, which counts what happens there and gives it.
 */
export const GeneralAwardView = z.object({
  ...AwardView.shape,
  group: z.enum(["performing", "listening", "stage"]),
  /** Time when the viewer earned it first, epoch ms, or null. */
  earnedAt: z.nullable(z.number()),
});
export type GeneralAwardView = z.infer<typeof GeneralAwardView>;

/** An award that someone has earned. The numbers, as of that time, are null where the owner hides them. */
export const AwardRecordView = z.object({
  ...AwardView.shape,
  /** Time when it was awarded, epoch ms. */
  date: z.number(),
  /** The stage that gave it. */
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
  setsPlayed: z.nullable(z.number()),
  hours: z.nullable(z.number()),
  listens: z.nullable(z.number()),
  favorites: z.nullable(z.number()),
  cheers: z.nullable(z.number()),
  referrals: z.nullable(z.number()),
});
export type AwardRecordView = z.infer<typeof AwardRecordView>;

/** An award that a stage has given, and to whom. */
export const RoomAwardView = z.object({
  ...AwardRecordView.shape,
  user: PersonView,
  /** Whether they are a DJ, which decides the wording. */
  dj: z.boolean(),
});
export type RoomAwardView = z.infer<typeof RoomAwardView>;

/** An award that the viewer has earned. */
export const EarnedAwardView = z.object({
  ...AwardRecordView.shape,
  setsPlayed: z.number(),
  hours: z.number(),
  listens: z.number(),
  favorites: z.number(),
  cheers: z.number(),
  referrals: z.number(),
  /** Shown on the profile now. */
  isTitle: z.boolean(),
  isBadge: z.boolean(),
});
export type EarnedAwardView = z.infer<typeof EarnedAwardView>;

/** Shows an earned award (`award`: its id), or with `remove` shows none of that type. */
export const ManageAwardInput = z.object({
  award: z.nullish(z.string().check(z.maxLength(64))),
  awardType: z.enum(["title", "badge"]),
  remove: z.nullish(z.boolean()),
});
export type ManageAwardInput = z.infer<typeof ManageAwardInput>;

export const ShownAwardsView = z.object({
  ...NoticeView.shape,
  title: z.nullable(z.string()),
  badge: z.nullable(z.string()),
});
export type ShownAwardsView = z.infer<typeof ShownAwardsView>;
