import * as z from "zod/mini";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { ReportInput } from "#app/domains/people/people/contract/reports.ts";
import { CursorInput } from "#app/paging.ts";

/** Limits of the specification, or (where it has none) of this product. */
export const messageLimits = {
  /** A message is shorter than this, characters. */
  message: 300,
  /**
   * The maximum number of characters that is read: more than a message may have, so that a text that is too long is
   * refused as such.
   */
  sent: 4_000,
  /** Lengths at which a row of the list cuts the name and the last message, characters. */
  nameShown: 25,
  previewShown: 80,
  /** A conversation's own name. */
  name: 80,
  /** People in one conversation, including oneself. */
  participants: 50,
  /** Messages of one page of history. */
  page: 50,
} as const;

/** Hours for which a conversation can be muted; null: until it is unmuted. */
export const muteHours = [0.25, 1, 8, 24, null] as const;

const Id = z.string().check(z.minLength(1), z.maxLength(64));

/** A message in the chat of a stage (`room`) or of a profile (`profile`). */
const inChat = { room: z.nullish(Id), profile: z.nullish(Id), messageId: Id };
const isInOneChat = z.refine<{ room?: unknown; profile?: unknown }>(
  ({ room, profile }) => (room == null) !== (profile == null),
  { error: "Name either a stage or a profile." },
);

export const ChatMessageInput = z.object(inChat).check(isInOneChat);
export type ChatMessageInput = z.infer<typeof ChatMessageInput>;

export const ReportMessageInput = z
  .object({ ...inChat, offenseCode: ReportInput.shape.offenseCode })
  .check(isInOneChat);
export type ReportMessageInput = z.infer<typeof ReportMessageInput>;

/**
 * The kind of a message. `message`: a person wrote it. The others are lines about the conversation itself: `sender`
 * added, removed or renamed; who was added or removed is `about`, the new name is the `message`. A user who leaves
 * removes themselves.
 */
export const MessageKind = z.enum(["message", "added", "removed", "renamed"]);
export type MessageKind = z.infer<typeof MessageKind>;

export const ConversationMessageView = z.object({
  id: z.string(),
  _id: z.string(),
  /** Its position in the conversation, from 1 without gaps: the one order that everyone sees. */
  seq: z.number(),
  kind: MessageKind,
  /** Null where the account was deleted. */
  sender: z.nullable(PersonView),
  about: z.nullable(PersonView),
  /** Empty where it was deleted. */
  message: z.string(),
  /** Path of a picture that came with it, or null. */
  picture: z.nullable(z.string()),
  /** Epoch ms, the server's. */
  timestamp: z.number(),
  editedAt: z.nullable(z.number()),
  /** Its sender deleted it: the row stays, the text is gone. */
  deletedAt: z.nullable(z.number()),
  /**
   * The sender's own id of it (`id` of the frame, or `clientId` of the call), by which a page recognizes its own
   * message.
   */
  clientId: z.nullable(z.string()),
});
export type ConversationMessageView = z.infer<typeof ConversationMessageView>;

/** A conversation as one of its participants sees it. */
export const ConversationView = z.object({
  id: z.string(),
  _id: z.string(),
  /** The name its participants gave it, or null: then it is named after the others in it. */
  name: z.nullable(z.string()),
  /** Everyone in it now, including the viewer, in the order of joining. */
  participants: z.array(PersonView),
  /** The last message's text, "" where there is none (any more). */
  lastMessage: z.string(),
  /** Epoch ms of the last message, or of when it started. */
  lastTime: z.number(),
  /** User id of who wrote the last message, or null. */
  lastUser: z.nullable(z.string()),
  /** The ids of those who have read it to its end. */
  read: z.array(z.string()),
  isMuted: z.boolean(),
  /** Epoch ms at which the mute ends, or null: not muted, or muted until it is unmuted. */
  mutedUntil: z.nullable(z.number()),
  /** The viewer has blocked someone in it. */
  isBlocked: z.boolean(),
});
export type ConversationView = z.infer<typeof ConversationView>;

/** The response to sending: the conversation as it is now, and the message in it. */
export const SentView = z.object({ ...ConversationView.shape, message: ConversationMessageView });
export type SentView = z.infer<typeof SentView>;

/** A message that was found, and its conversation. */
export const FoundMessageView = z.object({
  ...ConversationMessageView.shape,
  conversation: z.string(),
});
export type FoundMessageView = z.infer<typeof FoundMessageView>;

/** The `_id` of a chat message. */
export const MessageInput = z.object({ messageId: Id });
export type MessageInput = z.infer<typeof MessageInput>;

export const ConversationInput = z.object({ conversation: Id });
export type ConversationInput = z.infer<typeof ConversationInput>;

/** A message of the viewer's own in a conversation. */
export const OwnMessageInput = z.object({ ...ConversationInput.shape, messageId: Id });
export type OwnMessageInput = z.infer<typeof OwnMessageInput>;

export const EditMessageInput = z.object({
  ...OwnMessageInput.shape,
  message: z.string().check(z.maxLength(messageLimits.sent)),
});
export type EditMessageInput = z.infer<typeof EditMessageInput>;

/** A page of messages, newest first. */
export const ConversationPageInput = z.object({ ...ConversationInput.shape, ...CursorInput.shape });
export type ConversationPageInput = z.infer<typeof ConversationPageInput>;

/**
 * A message to a `conversation`, or to `participants` (user ids, the viewer's own ignored): with one other person that
 * is their existing conversation, if they have one. The same `clientId` again stores nothing new.
 */
export const NewMessageInput = z.object({
  conversation: z.nullish(Id),
  participants: z.nullish(z.array(Id).check(z.maxLength(messageLimits.participants))),
  message: z.string().check(z.maxLength(messageLimits.sent)),
  /** A picture as a data URL; the message may then be empty. */
  picture: z.nullish(z.string()),
  clientId: z.nullish(Id),
});
export type NewMessageInput = z.infer<typeof NewMessageInput>;

export const ParticipantInput = z.object({ ...ConversationInput.shape, participant: Id });
export type ParticipantInput = z.infer<typeof ParticipantInput>;

/** An empty name removes it. */
export const ChatNameInput = z.object({
  ...ConversationInput.shape,
  name: z.string().check(z.maxLength(200)),
});
export type ChatNameInput = z.infer<typeof ChatNameInput>;

/** `time` in hours, one of `muteHours`. */
export const MuteInput = z.object({ ...ConversationInput.shape, time: z.nullish(z.number()) });
export type MuteInput = z.infer<typeof MuteInput>;

/**
 * A search for at least two characters of what was written. For older results than the last page: the `timestamp` of
 * its last message as `dateCursor`, and its `id` as `idCursor`.
 */
export const MessageSearchInput = z.object({
  search: z.string().check(z.maxLength(200)),
  ...CursorInput.shape,
});
export type MessageSearchInput = z.infer<typeof MessageSearchInput>;
