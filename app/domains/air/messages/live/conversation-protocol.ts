/** The frames that `/realtime/conversation/{id}` sends to its participants. JSON. */
import * as z from "zod/mini";
import { RoomReply } from "../../stages/live/protocol.ts";
import { ConversationMessageView, ConversationView } from "../contract.ts";

const frame = { seq: z.number(), at: z.number() };
/** The position to which someone has read or received: every message up to this `seq`. */
const Mark = z.object({ user: z.string(), upTo: z.number() });

/** Numbered and stored: `?since=` resumes without gaps or repeats. */
export const ConversationEvent = z.discriminatedUnion("event", [
  /** The last page, newest first, and how far each participant has received and read. */
  z.object({
    event: z.literal("snapshot"),
    data: z.object({
      conversation: ConversationView,
      /** Messages up to this position are not visible to this participant (any more): a page deletes its copies. */
      after: z._default(z.number(), 0),
      messages: z.array(ConversationMessageView),
      dateCursor: z.nullable(z.number()),
      idCursor: z.string(),
      delivered: z.array(Mark),
      read: z.array(Mark),
    }),
    ...frame,
  }),
  z.object({ event: z.literal("chat message"), data: ConversationMessageView, ...frame }),
  /** Edited or deleted: the message as it is now. */
  z.object({ event: z.literal("message changed"), data: ConversationMessageView, ...frame }),
  /** Its name or participants have changed; without data that depends on the viewer. */
  z.object({
    event: z.literal("conversation changed"),
    data: z.pick(ConversationView, { name: true, participants: true }),
    ...frame,
  }),
  z.object({ event: z.literal("delivered"), data: Mark, ...frame }),
  z.object({ event: z.literal("read"), data: Mark, ...frame }),
  /** An event that this participant cannot see: it has a number, and no content. */
  z.object({ event: z.literal("unseen"), data: z.object({}), ...frame }),
]);
export type ConversationEvent = z.infer<typeof ConversationEvent>;

/** Not numbered, not stored: another participant is typing, for the next few seconds. */
export const TypingFrame = z.object({ event: z.literal("typing"), data: z.object({ user: z.string() }) });
export type TypingFrame = z.infer<typeof TypingFrame>;

export const ConversationFrame = z.union([ConversationEvent, TypingFrame, RoomReply]);
export type ConversationFrame = z.infer<typeof ConversationFrame>;

/** A typing user reports it this often (ms), and is shown as typing for twice as long. */
export const typingEveryMs = 3_000;
