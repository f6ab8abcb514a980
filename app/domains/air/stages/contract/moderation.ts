/** Moderation of a chat by its stage's managers. */
import * as z from "zod/mini";
import { visibleLine } from "#app/domains/base/text/fields.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { stageLimits } from "./stages.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(100));

export const chatLimits = {
  /** Maximum time between two messages of one person. */
  slowSeconds: 3_600,
  blockedWords: 100,
  /** Characters of one blocked word or phrase. */
  wordLength: 50,
  /** Durations of a time-out: 1 minute, 10 minutes, 1 hour, 24 hours. */
  timeoutMinutes: [1, 10, 60, 1_440],
} as const;

export const ChatSettings = z.object({
  /** Minimum time between two messages of one person; 0: off. */
  slowSeconds: z.int().check(z.minimum(0), z.maximum(chatLimits.slowSeconds)),
  hasLinks: z.boolean(),
  /** Words and phrases that no message may contain; `blocked-words.ts` describes how they are found. */
  blockedWords: z.array(visibleLine(chatLimits.wordLength)).check(z.maxLength(chatLimits.blockedWords)),
});
export type ChatSettings = z.infer<typeof ChatSettings>;

/** Someone who may not write in the stage's chat. */
export const RestrictionView = z.object({
  user: PersonView,
  /** Time when they may write again; null: banned, until it is lifted. */
  until: z.nullable(z.number()),
  /** The manager who did it; null where their account is deleted. */
  by: z.nullable(z.string()),
  createdAt: z.number(),
});
export type RestrictionView = z.infer<typeof RestrictionView>;

export const ModerationView = z.object({
  settings: ChatSettings,
  /** The latest first. */
  restricted: z.array(RestrictionView),
});
export type ModerationView = z.infer<typeof ModerationView>;

/** The state after the call, with the message for a toast. */
export const ModerationNoticeView = z.object({ ...ModerationView.shape, ...NoticeView.shape });
export type ModerationNoticeView = z.infer<typeof ModerationNoticeView>;

/** Only the given fields change. */
export const ChatSettingsInput = z.object({
  room: Id,
  slowSeconds: z.nullish(ChatSettings.shape.slowSeconds),
  hasLinks: z.nullish(ChatSettings.shape.hasLinks),
  blockedWords: z.nullish(ChatSettings.shape.blockedWords),
});
export type ChatSettingsInput = z.infer<typeof ChatSettingsInput>;

/** The `_id` of a chat message. */
const MessageId = z.string().check(z.minLength(1), z.maxLength(64));

export const StageMessageInput = z.object({ room: Id, messageId: MessageId });
export type StageMessageInput = z.infer<typeof StageMessageInput>;

const chosen = {
  messageIds: z.nullish(z.array(MessageId).check(z.minLength(1), z.maxLength(stageLimits.messages))),
  /** All stored messages of this person. */
  user: z.nullish(Id),
};
const isOneChoice = z.refine<{ messageIds?: unknown; user?: unknown }>(
  ({ messageIds, user }) => (messageIds == null) !== (user == null),
  { error: "Name either messages or a person." },
);

/** Several messages of a chat: either the given ones, or all of one person. */
export const ChosenMessagesInput = z.object(chosen).check(isOneChoice);
export type ChosenMessagesInput = z.infer<typeof ChosenMessagesInput>;

export const StageMessagesInput = z.object({ room: Id, ...chosen }).check(isOneChoice);
export type StageMessagesInput = z.infer<typeof StageMessagesInput>;

export const TimeoutInput = z.object({
  room: Id,
  user: Id,
  minutes: z.union(chatLimits.timeoutMinutes.map((minutes) => z.literal(minutes))),
});
export type TimeoutInput = z.infer<typeof TimeoutInput>;

export const ChatterInput = z.object({ room: Id, user: Id });
export type ChatterInput = z.infer<typeof ChatterInput>;
