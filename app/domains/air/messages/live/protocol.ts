/** The frames that `/realtime/inbox` sends to its owner, and those the owner may send. JSON. */
import * as z from "zod/mini";
import { RoomReply } from "../../stages/live/protocol.ts";
import { ConversationView } from "../contract.ts";

/** Something that happened to this user. `seq` is its number among all their notices. */
export const Notice = z.object({
  kind: z.string(),
  message: z.string(),
  /** Time of the event, epoch ms. */
  at: z.number(),
  seq: z.number(),
  /** The page of this site that it is about, a path, or null. */
  url: z.optional(z.nullable(z.string())),
});
export type Notice = z.infer<typeof Notice>;

const frame = { seq: z.number(), at: z.number() };

export const InboxEvent = z.discriminatedUnion("event", [
  /** The last notices, newest first, and the ids of the conversations with something unread. */
  z.object({
    event: z.literal("snapshot"),
    data: z.object({
      notices: z.array(Notice),
      unread: z.number(),
      unreadConversations: z.optional(z.array(z.string())),
    }),
    ...frame,
  }),
  z.object({
    event: z.literal("notice"),
    data: z.object({
      kind: z.string(),
      message: z.string(),
      at: z.number(),
      url: z.optional(z.nullable(z.string())),
    }),
    ...frame,
  }),
  /** Notices up to this one have been read, on any device. */
  z.object({ event: z.literal("notices read"), data: z.object({ upTo: z.number() }), ...frame }),
  /** A conversation was added or has changed: a message, its name, its participants, read or unread, muted. */
  z.object({
    event: z.literal("conversation"),
    data: z.object({ conversation: ConversationView, isUnread: z.boolean() }),
    ...frame,
  }),
  /** The user has left it, was removed from it, or has deleted it for themselves. */
  z.object({ event: z.literal("conversation gone"), data: z.object({ id: z.string() }), ...frame }),
]);
export type InboxEvent = z.infer<typeof InboxEvent>;

/** An event, or the response to a frame of its owner. */
export const InboxFrame = z.union([InboxEvent, RoomReply]);
export type InboxFrame = z.infer<typeof InboxFrame>;

/** Notices and readings kept for the snapshot and for `?since=`. */
export const inboxKeeps = 100;
