import * as z from "zod/mini";
import { PersonView } from "./people.ts";

/** Reasons for a report, by code 0–4. */
export const offenses = [
  "Suspicious account",
  "Hacked account",
  "Impersonation",
  "Violating broadcasting rules or offensive",
  "Offensive profile",
] as const;

export const ReportInput = z.object({
  offender: z.string().check(z.minLength(1), z.maxLength(100)),
  offenseCode: z.number().check(z.int(), z.gte(0), z.lte(offenses.length - 1)),
});
export type ReportInput = z.infer<typeof ReportInput>;

/** A report as operators see it. */
export const ReportView = z.object({
  id: z.string(),
  /** Null where their account was deleted. */
  reporter: z.nullable(PersonView),
  offender: z.object({ ...PersonView.shape, isBanned: z.boolean(), openReports: z.number() }),
  offenseCode: z.number(),
  offense: z.string(),
  /** The chat message that it is about, as it was then, and when it was written; null: about the person. */
  message: z.nullable(z.object({ text: z.string(), at: z.number() })),
  createdAt: z.number(),
  settledAt: z.nullable(z.number()),
  outcome: z.nullable(z.enum(["dismissed", "banned"])),
});
export type ReportView = z.infer<typeof ReportView>;
