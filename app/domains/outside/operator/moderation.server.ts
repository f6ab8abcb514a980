/** Settlement of complaints and suspension of people by operators: with the key, or signed in on their page. */
import type { AppContext } from "#app/context.ts";
import { withdrawCredentials } from "#app/domains/air/media/connections.server.ts";
import { clearSchedule } from "#app/domains/air/sets/suspended.server.ts";
import { renewStageKey } from "#app/domains/air/stages/connection.server.ts";
import { listManagedStages } from "#app/domains/air/stages/queries/stages.ts";
import { updateUser } from "#app/domains/people/accounts/queries/accounts.ts";
import { foldEmail, foldUsername } from "#app/domains/people/accounts/rules.ts";
import type { ReportView } from "#app/domains/people/people/contract/reports.ts";
import { AppError } from "#app/errors.ts";
import { type CursorInput, pageOf } from "#app/paging.ts";
import { wordsOf } from "#db/full-text.ts";
import type { UserAnswer, UserCommand } from "./contract/commands.ts";
import type {
  DismissCommand,
  FeedbackPage,
  OverseenPersonView,
  PeopleCommand,
  ReportedPersonView,
  ReportsCommand,
  SettleCommand,
  SettledPage,
} from "./contract/moderation.ts";
import { requireOthers } from "./guards.ts";
import { requireNamed, toUserAnswer } from "./named-user.server.ts";
import * as rows from "./queries/operator.ts";
import { canSuspend } from "./rules.ts";
import { toFeedbackView, toOverseenPersonView, toReportView } from "./views.ts";

/** More than operators read in one go, and more than a response should hold. */
const maxReports = 1_000;
const maxPeople = 20;
const pageSize = 50;

/** Open complaints, or with `all` all of them, newest first. */
export async function listReports(ctx: Pick<AppContext, "db">, input: ReportsCommand): Promise<ReportView[]> {
  const found = await rows.listReports(ctx.db, { isOpen: input.all !== true, limit: maxReports });
  return found.map(toReportView);
}

/** Open complaints by the person they are about: the person with the most comes first. */
export async function listReported(ctx: Pick<AppContext, "db">): Promise<ReportedPersonView[]> {
  const open = await rows.listReports(ctx.db, { isOpen: true, limit: maxReports });
  const byPerson = Map.groupBy(open, ({ offenderId }) => offenderId);
  return Array.from(byPerson.values(), (reports) => ({
    person: toOverseenPersonView((reports[0] as rows.ReportRow).offender),
    reports: reports.map(toReportView),
  })).toSorted((a, b) => b.person.openReports - a.person.openReports);
}

/** Settled complaints page by page, the most recently settled first. */
export async function listSettled(ctx: Pick<AppContext, "db">, input: CursorInput): Promise<SettledPage> {
  const found = await rows.listSettledReports(ctx.db, toBefore(input), pageSize + 1);
  const page = pageOf(found, pageSize, ({ settledAt, id }) => ({ date: settledAt ?? 0, id }));
  return { ...page, items: page.items.map(toReportView) };
}

/** Users' feedback, page by page, newest first. */
export async function listFeedback(ctx: Pick<AppContext, "db">, input: CursorInput): Promise<FeedbackPage> {
  const found = await rows.listFeedback(ctx.db, toBefore(input), pageSize + 1);
  const page = pageOf(found, pageSize, ({ createdAt, id }) => ({ date: createdAt, id }));
  return { ...page, items: page.items.map(toFeedbackView) };
}

function toBefore({ dateCursor, idCursor }: CursorInput): rows.Before | null {
  return dateCursor == null || idCursor == null ? null : { date: dateCursor, id: idCursor };
}

/** People by part of their name, or by their complete address or id, suspended ones too; none for an empty text. */
export async function findPeople(ctx: AppContext, { text }: PeopleCommand): Promise<OverseenPersonView[]> {
  if (text === "") return [];
  const usernameKey = foldUsername(text);
  const found = await rows.searchUsers(ctx.db, {
    text,
    usernameKey,
    emailKey: foldEmail(text),
    words: wordsOf(usernameKey),
    limit: maxPeople,
  });
  return found.map(toOverseenPersonView);
}

/**
 * Settles one complaint; "banned" also suspends the person and settles everything else that is open about them.
 * Settling a settled one has no effect. Throws `not-found`, `operator-own`, `operator-protected`.
 */
export async function settleReport(ctx: AppContext, input: SettleCommand): Promise<ReportView> {
  const report = await requireReport(ctx, input.report);
  requireOthers(ctx, report.offenderId);
  if (report.settledAt !== null) return toReportView(report);
  if (input.outcome === "banned") await suspend(ctx, report.offender);
  else await rows.dismissReports(ctx.db, { id: report.id }, ctx.clock.now());
  return toReportView(await requireReport(ctx, report.id));
}

/** Dismisses the complaints about a person that were open when they were displayed. Throws `not-found`, `operator-own`. */
export async function dismissReports(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  input: DismissCommand,
): Promise<OverseenPersonView> {
  requireOthers(ctx, input.user);
  const which = { offenderId: input.user, until: input.until };
  await rows.dismissReports(ctx.db, which, ctx.clock.now());
  return toOverseenPersonView(await requireOverseen(ctx, input.user));
}

/** Suspends an account. Throws `not-found`, and `operator-protected` where an operator names another on their page. */
export async function ban(ctx: AppContext, input: UserCommand): Promise<UserAnswer> {
  const user = await requireNamed(ctx, input.user);
  await suspend(ctx, user);
  return toUserAnswer(user);
}

/**
 * Signs them out everywhere, takes them off the air and off every schedule, and closes every way back in: their encoder
 * credentials are revoked, and the passwords of stages that they manage, which they know, are replaced.
 */
async function suspend(
  ctx: AppContext,
  user: { id: string; username: string; isOperator: boolean },
): Promise<void> {
  const verdict = canSuspend(user, ctx.viewer);
  if (!verdict.ok) throw new AppError(verdict.code);
  await rows.suspendUser(ctx.db, user.id, ctx.clock.now());
  const managed = await listManagedStages(ctx.db, user.id);
  await Promise.all([
    ctx.lobby.dropUser(user.id),
    withdrawCredentials(ctx, { kind: "performer", ownerId: user.id }, "banned"),
    withdrawCredentials(ctx, { kind: "test", ownerId: user.id }, "banned"),
    clearSchedule(ctx, user),
    ...managed.map((stage) => renewStageKey(ctx, stage)),
  ]);
  ctx.log.info("suspended", { user: user.id, by: ctx.viewer?.id ?? "key" });
}

/** Ends a suspension. Performers find a new mount and password on their page. Throws `not-found`. */
export async function unban(
  ctx: Pick<AppContext, "db" | "log" | "viewer">,
  input: UserCommand,
): Promise<UserAnswer> {
  const user = await requireNamed(ctx, input.user);
  await updateUser(ctx.db, user.id, { bannedAt: null });
  ctx.log.info("restored", { user: user.id, by: ctx.viewer?.id ?? "key" });
  return toUserAnswer(user);
}

/** Makes a user an operator, or revokes it. Throws `not-found`. */
export async function setOperator(
  ctx: Pick<AppContext, "db">,
  input: UserCommand,
  isOperator: boolean,
): Promise<UserAnswer> {
  const user = await requireNamed(ctx, input.user);
  await updateUser(ctx.db, user.id, { isOperator });
  return toUserAnswer(user);
}

async function requireReport(ctx: Pick<AppContext, "db">, id: string): Promise<rows.ReportRow> {
  const report = await rows.findReport(ctx.db, id);
  if (report === undefined) throw new AppError("not-found");
  return report;
}

async function requireOverseen(ctx: Pick<AppContext, "db">, id: string): Promise<rows.OverseenRow> {
  const person = await rows.findOverseen(ctx.db, id);
  if (person === undefined) throw new AppError("not-found");
  return person;
}
