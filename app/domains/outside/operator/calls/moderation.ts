import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { ReportView } from "#app/domains/people/people/contract/reports.ts";
import type { CursorInput } from "#app/paging.ts";
import {
  type DismissCommand,
  FeedbackPage,
  OverseenPersonView,
  type PeopleCommand,
  ReportedPersonView,
  type ReportsCommand,
  type SettleCommand,
  SettledPage,
} from "../contract/moderation.ts";

export const listReportsCall = defineCall("POST", "/operator/reports", {
  who: "operator",
  input: takes<typeof ReportsCommand>(),
  answer: z.array(ReportView),
});

export const listReportedCall = defineCall("POST", "/operator/reported", {
  who: "operator",
  answer: z.array(ReportedPersonView),
});

export const settleReportCall = defineCall("POST", "/operator/settle", {
  who: "operator",
  input: takes<typeof SettleCommand>(),
  answer: ReportView,
});

export const dismissReportsCall = defineCall("POST", "/operator/dismiss", {
  who: "operator",
  input: takes<typeof DismissCommand>(),
  answer: OverseenPersonView,
});

export const listSettledCall = defineCall("POST", "/operator/settled", {
  who: "operator",
  input: takes<typeof CursorInput>(),
  answer: SettledPage,
});

export const listFeedbackCall = defineCall("POST", "/operator/feedback", {
  who: "operator",
  input: takes<typeof CursorInput>(),
  answer: FeedbackPage,
});

export const findPeopleCall = defineCall("POST", "/operator/people", {
  who: "operator",
  input: takes<typeof PeopleCommand>(),
  answer: z.array(OverseenPersonView),
});
