import { offenses, type ReportView } from "#app/domains/people/people/contract/reports.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import type { FeedbackView, OverseenPersonView } from "./contract/moderation.ts";
import type { OverseenRow, ReportRow } from "./queries/operator.ts";

export function toOverseenPersonView(row: OverseenRow): OverseenPersonView {
  return {
    ...toPersonView(row),
    isBanned: row.bannedAt !== null,
    isOperator: row.isOperator,
    openReports: row.openReports,
  };
}

export function toReportView(row: ReportRow): ReportView {
  const { bannedAt, openReports } = row.offender;
  return {
    id: row.id,
    reporter: row.reporter && toPersonView(row.reporter),
    offender: { ...toPersonView(row.offender), isBanned: bannedAt !== null, openReports },
    offenseCode: row.offenseCode,
    offense: offenses[row.offenseCode] ?? "Unknown",
    message: row.message === null ? null : { text: row.message, at: row.messageAt ?? row.createdAt },
    createdAt: row.createdAt,
    settledAt: row.settledAt,
    outcome: row.outcome,
  };
}

export function toFeedbackView(row: {
  id: string;
  user: { id: string; username: string; photo: string | null } | null;
  message: string;
  createdAt: number;
}): FeedbackView {
  return {
    id: row.id,
    user: row.user && toPersonView(row.user),
    message: row.message,
    createdAt: row.createdAt,
  };
}
