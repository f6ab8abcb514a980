/** Relations between people: follow, alert, block. */
import * as z from "zod/mini";
import { pageSchema } from "#app/paging.ts";
import { ListedPersonView, PersonView } from "./people.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(100));

/** A person in a list. */
export const PersonCard = z.object({
  ...ListedPersonView.shape,
  title: z.nullable(z.string()),
  /** Is a performer. */
  dj: z.boolean(),
  performerType: z.nullable(z.enum(["dj", "musician"])),
  /** The viewer follows them. */
  isFollowed: z.boolean(),
});
export type PersonCard = z.infer<typeof PersonCard>;

/** A person in search results, with what else they are found by. */
export const FoundPersonView = z.object({
  ...PersonCard.shape,
  /** First and last name; empty where they have given none. */
  name: z.string(),
  location: z.string(),
  tags: z.array(z.string()),
});
export type FoundPersonView = z.infer<typeof FoundPersonView>;

/** `user` follows `following`. */
export const FollowView = z.object({
  id: z.string(),
  _id: z.string(),
  user: PersonCard,
  following: PersonCard,
  timestamp: z.number(),
});
export type FollowView = z.infer<typeof FollowView>;
export const FollowPage = pageSchema(FollowView);
export type FollowPage = z.infer<typeof FollowPage>;

/** The viewer's relation to a person after a toggle. `followerCount` is null where that person hides it. */
export const RelationView = z.object({
  ...PersonView.shape,
  following: z.boolean(),
  alert: z.boolean(),
  blocked: z.boolean(),
  followerCount: z.nullable(z.number()),
});
export type RelationView = z.infer<typeof RelationView>;
/** A toggle whose message comes from the server. */
export const RelationNoticeView = z.object({
  ...RelationView.shape,
  type: z.literal("confirm"),
  message: z.string(),
});
export type RelationNoticeView = z.infer<typeof RelationNoticeView>;

/** An id, as in every call that acts upon a person. */
export const PersonInput = z.object({ user: Id });
export type PersonInput = z.infer<typeof PersonInput>;
export const AlertInput = z.object({ user: Id, alert: z.boolean() });
export type AlertInput = z.infer<typeof AlertInput>;
export const BlockInput = z.object({ block: Id });
export type BlockInput = z.infer<typeof BlockInput>;
export const UnblockInput = z.object({ unblock: Id });
export type UnblockInput = z.infer<typeof UnblockInput>;
/** Part of a username; empty finds nothing. */
export const PersonSearchInput = z.object({ user: z.string().check(z.maxLength(100)) });
export type PersonSearchInput = z.infer<typeof PersonSearchInput>;
/** The same for performers, with the field name of its call. */
export const PerformerSearchInput = z.object({ search: z.string().check(z.maxLength(100)) });
export type PerformerSearchInput = z.infer<typeof PerformerSearchInput>;
export const PersonPageInput = z.object({
  user: Id,
  dateCursor: z.nullish(z.number()),
  idCursor: z.nullish(z.string().check(z.maxLength(140))),
});
export type PersonPageInput = z.infer<typeof PersonPageInput>;

export const BioView = z.object({ ...PersonView.shape, bio: z.string() });
export type BioView = z.infer<typeof BioView>;
