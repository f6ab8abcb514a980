/** Changes by a stage's managers, and the search for stages to book. */
import * as z from "zod/mini";
import { line, paragraphs, visibleLine } from "#app/domains/base/text/fields.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { StageView } from "./stages.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(100));
const Name = visibleLine(80);
const Genre = line(60);
const Description = paragraphs(4000);
/** The address as typed: `toCustomUrl` converts it. */
const CustomUrl = z.string().check(z.maxLength(80));

/** Only the given fields change. `thumbnail` is a data URL; null removes the present one. */
export const UpdateStageInput = z.object({
  room: Id,
  name: z.nullish(Name),
  genre: z.nullish(Genre),
  description: z.nullish(Description),
  customUrl: z.nullish(CustomUrl),
  thumbnail: z.nullish(z.string().check(z.maxLength(1_600_000))),
  weekly: z.nullish(z.boolean()),
  autoApprove: z.nullish(z.boolean()),
  membersOnly: z.nullish(z.boolean()),
  keepsReplays: z.nullish(z.boolean()),
  /** A type other than the present one converts the stage. */
  instant: z.nullish(z.boolean()),
});
export type UpdateStageInput = z.infer<typeof UpdateStageInput>;

/** The stage after the call, with the message for a toast. */
export const StageNoticeView = z.object({ ...StageView.shape, ...NoticeView.shape });
export type StageNoticeView = z.infer<typeof StageNoticeView>;

/** `name` as it is, typed by the manager who deletes it. */
export const DeleteStageInput = z.object({ room: Id, name: z.string().check(z.maxLength(200)) });
export type DeleteStageInput = z.infer<typeof DeleteStageInput>;

export const CreateStageInput = z.object({
  name: Name,
  genre: z.nullish(Genre),
  description: z.nullish(Description),
  customUrl: z.nullish(CustomUrl),
  instant: z.nullish(z.boolean()),
});
export type CreateStageInput = z.infer<typeof CreateStageInput>;

export const StageAlertInput = z.object({ room: Id, alert: z.boolean() });
export type StageAlertInput = z.infer<typeof StageAlertInput>;

/** Part of a name, a genre or a description; empty finds nothing. */
export const StageSearchInput = z.object({ search: z.string().check(z.maxLength(100)) });
export type StageSearchInput = z.infer<typeof StageSearchInput>;

/** One entry of a stage's log. */
export const StageLogEntry = z.object({
  id: z.string(),
  /** Null where their account is deleted. */
  actor: z.nullable(z.string()),
  action: z.string(),
  details: z.record(z.string(), z.string()),
  at: z.number(),
});
export type StageLogEntry = z.infer<typeof StageLogEntry>;
