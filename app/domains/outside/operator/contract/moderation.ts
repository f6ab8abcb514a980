/** Complaints and people as operators see them, and the operators' actions. */
import * as z from "zod/mini";
import { PersonView } from "#app/domains/people/people/contract/people.ts";
import { ReportView } from "#app/domains/people/people/contract/reports.ts";
import { pageSchema } from "#app/paging.ts";

const Id = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** A request for reports: with `all`, settled ones too. */
export const ReportsCommand = z.object({ all: z.optional(z.boolean()) });
export type ReportsCommand = z.infer<typeof ReportsCommand>;

/** "banned" suspends the person and settles everything that is open about them. */
export const SettleCommand = z.object({ report: Id, outcome: z.enum(["dismissed", "banned"]) });
export type SettleCommand = z.infer<typeof SettleCommand>;

/** Everything reported about a person up to a time (epoch ms): later reports were not seen. */
export const DismissCommand = z.object({ user: Id, until: z.number() });
export type DismissCommand = z.infer<typeof DismissCommand>;

/** Part of a username, or a whole address or id. */
export const PeopleCommand = z.object({ text: z.string().check(z.trim(), z.maxLength(200)) });
export type PeopleCommand = z.infer<typeof PeopleCommand>;

/** A person as operators see them. An operator is not suspended by another. */
export const OverseenPersonView = z.object({
  ...PersonView.shape,
  isBanned: z.boolean(),
  isOperator: z.boolean(),
  openReports: z.number(),
});
export type OverseenPersonView = z.infer<typeof OverseenPersonView>;

/** All open complaints about one person, newest first. */
export const ReportedPersonView = z.object({
  person: OverseenPersonView,
  reports: z.array(ReportView),
});
export type ReportedPersonView = z.infer<typeof ReportedPersonView>;

export const SettledPage = pageSchema(ReportView);
export type SettledPage = z.infer<typeof SettledPage>;

export const FeedbackView = z.object({
  id: z.string(),
  user: z.nullable(PersonView),
  message: z.string(),
  createdAt: z.number(),
});
export type FeedbackView = z.infer<typeof FeedbackView>;
export const FeedbackPage = pageSchema(FeedbackView);
export type FeedbackPage = z.infer<typeof FeedbackPage>;
