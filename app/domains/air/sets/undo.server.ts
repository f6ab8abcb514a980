/** Undoes an acceptance: accepted sets become a waiting request again. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import { logOnStage } from "../stages/log.server.ts";
import type { UndoAcceptInput, UndoneAnswer } from "./contract/requests.ts";
import { notifyOfUndo } from "./notify-people.server.ts";
import { notifyStage } from "./notify-stage.server.ts";
import { findRequest } from "./queries/requests.ts";
import { listAcceptedSets, type ReopenedRequest, undoAcceptance } from "./queries/undo-acceptance.ts";
import { limitRequests, requireParty } from "./request-party.server.ts";
import { detailsOf } from "./requests.server.ts";
import { requestsFor } from "./undone-requests.ts";
import { toSetRequestView } from "./views.ts";

/**
 * Undoes an acceptance of the viewer's side for all weeks that have not started, or for one: they leave the schedule,
 * and the asker's request waits again. Throws `nothing-to-undo`, `rate-limited`; `not-found` for everyone else,
 * including the one who asked.
 */
export async function undoAccept(ctx: AppContext, input: UndoAcceptInput): Promise<UndoneAnswer> {
  const { request, side } = await requireParty(ctx, input);
  if (side === "requestor") throw new AppError("not-found");
  const viewer = requireViewer(ctx);
  await limitRequests(ctx);
  const now = ctx.clock.now();
  const booked = await listAcceptedSets(ctx.db, { requestId: request.id, performerId: request.performer.id });
  const undone = booked.filter(
    ({ id, startsAt }) => startsAt > now && (input.set == null || id === input.set),
  );
  const [first] = undone;
  if (first === undefined || request.status !== "accepted") throw new AppError("nothing-to-undo");
  const isWhole = undone.length === booked.length;
  let next = 0;
  const reopened = requestsFor(undone, request.timeZone).map((wanted, index): ReopenedRequest => {
    const sets = undone.slice(next, next + wanted.weeks);
    next += wanted.weeks;
    // Where none of it stays booked, the request itself waits again.
    return { ...wanted, id: isWhole && index === 0 ? request.id : ctx.ids.next(), sets };
  });
  if (!(await undoAcceptance(ctx.db, { requestId: request.id, reopened, now, by: viewer.id })))
    throw new AppError("nothing-to-undo");

  const weeks = undone.length;
  await logOnStage(ctx, request.stage.id, "acceptance-undone", {
    ...detailsOf(request),
    weeks: String(weeks),
  });
  await notifyStage(ctx, request.stage.id);
  await notifyOfUndo(ctx, request, { isWhole, weeks, startsAt: first.startsAt });
  const waiting = await Promise.all(reopened.map(({ id }) => findRequest(ctx.db, id)));
  return {
    type: "confirm",
    message: weeks > 1 ? `Acceptance undone for ${weeks} weeks` : "Acceptance undone",
    requests: waiting.flatMap((row) => (row === undefined ? [] : toSetRequestView(row))),
  };
}
