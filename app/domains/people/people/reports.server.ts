import type { AppContext } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type { NoticeView } from "../accounts/contract/accounts.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { ReportInput } from "./contract/reports.ts";
import { findRelationTo, insertReport } from "./queries/relations.ts";
import { reportDay } from "./rules-relations.ts";

/** Limit of reports by one user about anyone. */
const rate = { max: 20, perMs: 24 * 3_600_000 };

/** A chat message that a complaint is about, as it was read. */
interface ReportedMessage {
  message: string;
  /** Time when it was written, epoch ms. */
  messageAt: number;
}

/**
 * Stores a complaint for operators to settle; at most one per pair of people a day, and nothing happens automatically.
 * Throws `authorization`, `not-found`, `report-self`, `rate-limited`.
 */
export async function report(ctx: AppContext, input: ReportInput): Promise<NoticeView> {
  return storeReport(ctx, input, null);
}

/** The same about a chat message of theirs. Callers have read it where it was written. */
export async function storeReport(
  ctx: AppContext,
  input: ReportInput,
  about: ReportedMessage | null,
): Promise<NoticeView> {
  const viewer = requireViewer(ctx);
  if (input.offender === viewer.id) throw new AppError("report-self");
  if ((await findRelationTo(ctx.db, viewer.id, input.offender)) === undefined)
    throw new AppError("not-found");
  requireOk(await ctx.limits.take(`report:${viewer.id}`, rate));
  const now = ctx.clock.now();
  const isNew = await insertReport(ctx.db, {
    id: ctx.ids.next(),
    reporterId: viewer.id,
    offenderId: input.offender,
    offenseCode: input.offenseCode,
    createdAt: now,
    day: reportDay(now),
    ...about,
  });
  return isNew
    ? { type: "confirm", message: "Your report has been submitted" }
    : { type: "warning", message: "You have already reported this person today." };
}
