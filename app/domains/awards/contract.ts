import * as z from "zod/mini";
import { NoticeView } from "../accounts/contract.ts";

/** An award, in both wordings. `id` is the earned award's where it is somebody's, else the definition's. */
export const AwardView = z.object({
  id: z.string(),
  _id: z.string(),
  title: z.string(),
  name: z.string(),
  musicianTitle: z.string(),
  musicianName: z.string(),
  /** Image path, or null for an award without a badge. */
  badge: z.nullable(z.string()),
});
export type AwardView = z.infer<typeof AwardView>;

/** An award that the viewer has earned, with what they had done by then. */
export const EarnedAwardView = z.object({
  ...AwardView.shape,
  /** When it was awarded, epoch ms. */
  date: z.number(),
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
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
