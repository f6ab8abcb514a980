/** Posts on other services about what a performer or a stage broadcasts. Times are epoch ms. */
import * as z from "zod/mini";
import { paragraphs } from "#app/domains/base/text/fields.ts";

export const postParties = ["twitter", "bluesky", "mastodon", "discord", "telegram"] as const;
export type PostParty = (typeof postParties)[number];

/** More than any service takes. */
export const maxTemplate = 4_096;

/** An account or a channel to which posts go, as its owner sees it. */
export const PostTargetView = z.object({
  id: z.string(),
  party: z.enum(postParties),
  /** The service's name for the account or the channel. */
  name: z.string(),
  /** The host of its Mastodon server or of its Bluesky data server; null for the others. */
  host: z.nullable(z.string()),
  /** The owner of the posts. `page`: the address of their page, as in a link. */
  owner: z.object({ kind: z.enum(["user", "stage"]), name: z.string(), page: z.string() }),
  /** The service can change a post that was sent. */
  canEdit: z.boolean(),
  /** The service refuses our access: nothing is sent until it is linked again. */
  isRefused: z.boolean(),
  onLive: z.boolean(),
  onBooking: z.boolean(),
  isEditedAtEnd: z.boolean(),
  hasLink: z.boolean(),
  /** Texts with placeholders; empty: the default. */
  liveText: z.string(),
  bookingText: z.string(),
  linkedAt: z.number(),
});
export type PostTargetView = z.infer<typeof PostTargetView>;

const id = z.string().check(z.minLength(1), z.maxLength(64));

/** `stage`: the targets of a stage that the viewer manages, by its id or custom URL; without it the viewer's own. */
export const ListPostTargetsInput = z.object({ stage: z.optional(id) });
export type ListPostTargetsInput = z.infer<typeof ListPostTargetsInput>;

export const PostTargetInput = z.object({ target: id });
export type PostTargetInput = z.infer<typeof PostTargetInput>;

/** Only what is given changes. An empty text is the default. */
export const UpdatePostTargetInput = z.object({
  target: id,
  onLive: z.optional(z.boolean()),
  onBooking: z.optional(z.boolean()),
  isEditedAtEnd: z.optional(z.boolean()),
  hasLink: z.optional(z.boolean()),
  liveText: z.optional(paragraphs(maxTemplate)),
  bookingText: z.optional(paragraphs(maxTemplate)),
});
export type UpdatePostTargetInput = z.infer<typeof UpdatePostTargetInput>;

/** `text`: with placeholders, perhaps not saved; empty: the default. */
export const PreviewPostInput = z.object({
  target: id,
  text: paragraphs(maxTemplate),
  kind: z.enum(["live", "booking", "ended"]),
});
export type PreviewPostInput = z.infer<typeof PreviewPostInput>;

export const PostPreviewView = z.object({
  /** The post about an example set, shortened where it is too long. */
  text: z.string(),
  /** Length of the whole post before it is shortened, in the service's own units, and its maximum. */
  count: z.number(),
  max: z.number(),
});
export type PostPreviewView = z.infer<typeof PostPreviewView>;

/** A post that was sent, or is to be. */
export const PostRecordView = z.object({
  id: z.string(),
  target: z.string(),
  /** The subject: an event's kind, or `test`. */
  about: z.string(),
  text: z.string(),
  /** `unsure`: the service did not respond, and sending it again could post it twice. */
  status: z.enum(["waiting", "sending", "sent", "unsure", "failed"]),
  attempts: z.number(),
  /** Null unless it waits. */
  nextTryAt: z.nullable(z.number()),
  /** The address where people see it; null where the service did not say. */
  url: z.nullable(z.string()),
  /** The reason why it waits or has failed, in a sentence. */
  details: z.nullable(z.string()),
  createdAt: z.number(),
  changedAt: z.number(),
});
export type PostRecordView = z.infer<typeof PostRecordView>;

/**
 * A request for the posts of one target, or of all of the viewer or of a stage; `before`: `next` of the page before.
 */
export const PostRecordInput = z.object({
  target: z.optional(id),
  stage: z.optional(id),
  before: z.optional(id),
});
export type PostRecordInput = z.infer<typeof PostRecordInput>;

/** Newest first. `next`: null where nothing follows. */
export const PostRecordPageView = z.object({ posts: z.array(PostRecordView), next: z.nullable(z.string()) });
export type PostRecordPageView = z.infer<typeof PostRecordPageView>;
