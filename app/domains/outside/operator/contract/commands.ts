import * as z from "zod/mini";
import { line, paragraphs, visibleLine, visibleParagraphs } from "#app/domains/base/text/fields.ts";

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** A user by username, email address or id. */
export const UserCommand = z.object({ user: Name });
export type UserCommand = z.infer<typeof UserCommand>;

export const MakePerformerCommand = z.object({ user: Name, type: z.enum(["dj", "musician"]) });
export type MakePerformerCommand = z.infer<typeof MakePerformerCommand>;

export const CreateStageCommand = z.object({
  name: visibleLine(200),
  manager: Name,
  instant: z.optional(z.boolean()),
  genre: z.optional(line(200)),
  description: z.optional(paragraphs(4000)),
  /** Lower-case letters, digits and dashes; made from the name where it is left out. */
  customUrl: z.optional(z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(60))),
});
export type CreateStageCommand = z.infer<typeof CreateStageCommand>;

/** `stage` is an id or a custom URL; `start` and `end` are epoch milliseconds. */
export const CreateSetCommand = z.object({
  stage: Name,
  performer: Name,
  start: z.number().check(z.int()),
  end: z.number().check(z.int()),
  name: visibleLine(200),
  description: z.optional(paragraphs(4000)),
});
export type CreateSetCommand = z.infer<typeof CreateSetCommand>;

/** `award` is an id, a title or a name; `stage`, the one that gives it, an id or a custom URL. */
export const GrantAwardCommand = z.object({ user: Name, award: Name, stage: z.optional(Name) });
export type GrantAwardCommand = z.infer<typeof GrantAwardCommand>;

/** Plain text, sent to everyone; an empty line starts a paragraph. */
export const AnnounceCommand = z.object({
  message: visibleParagraphs(2_000),
});
export type AnnounceCommand = z.infer<typeof AnnounceCommand>;

/** A retraction by the number of the announcement. */
export const RetractCommand = z.object({ number: z.number().check(z.int(), z.positive()) });
export type RetractCommand = z.infer<typeof RetractCommand>;

/** The result of one run of the rules of awards; `left`: people whom the next runs review. */
export const ReviewAnswer = z.object({
  reviewed: z.number(),
  granted: z.number(),
  told: z.number(),
  left: z.number(),
});
export type ReviewAnswer = z.infer<typeof ReviewAnswer>;

export const UserAnswer = z.object({ id: z.string(), username: z.string() });
export type UserAnswer = z.infer<typeof UserAnswer>;
export const AwardAnswer = z.object({
  ...UserAnswer.shape,
  /** The definition's id. */
  award: z.string(),
  title: z.string(),
  /** False where they already had it. */
  isNew: z.boolean(),
});
export type AwardAnswer = z.infer<typeof AwardAnswer>;
/** The connection settings of an encoder: sent for the key of the instance, never for the session of an operator. */
const Connection = z.object({
  address: z.string(),
  port: z.number(),
  /** The mount of a stage: in use while it is on demand; a booking stage keeps it for when it is converted. */
  mount: z.string(),
  password: z.string(),
});
/** The response to a signed-in operator: performers read the rest on their own dashboard. */
export const AppointedAnswer = z.object({
  ...UserAnswer.shape,
  /** The performer's public stream id, `/live/{stream}`. */
  stream: z.string(),
});
export type AppointedAnswer = z.infer<typeof AppointedAnswer>;
/** The response for the key of the instance. */
export const PerformerAnswer = z.object({ ...AppointedAnswer.shape, ...Connection.shape });
export type PerformerAnswer = z.infer<typeof PerformerAnswer>;
/** The response to a signed-in operator: managers read the rest on the stage's page. */
export const OpenedStageAnswer = z.object({ id: z.string(), customUrl: z.string(), stream: z.string() });
export type OpenedStageAnswer = z.infer<typeof OpenedStageAnswer>;
/** The response for the key of the instance. */
export const StageAnswer = z.object({ ...OpenedStageAnswer.shape, ...Connection.shape });
export type StageAnswer = z.infer<typeof StageAnswer>;
export const SetAnswer = z.object({ id: z.string() });
export type SetAnswer = z.infer<typeof SetAnswer>;
