/** The sides of a request, and the people of a side who can be contacted. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { listBlocksBetween } from "#app/domains/people/people/queries/relations.ts";
import { AppError, type ErrorCode, requireOk } from "#app/errors.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import { decideContact, isReachable } from "./booking-rules.ts";
import type { RequestInput } from "./contract/requests.ts";
import { findRequest, listManagerIds, type SetRequestRow } from "./queries/requests.ts";

const rate = { max: 60, perMs: 3_600_000 } as const;

/** Counts the viewer's requests, of every kind. Throws `rate-limited`. */
export async function limitRequests(ctx: Pick<AppContext, "limits" | "viewer">): Promise<void> {
  requireOk(await ctx.limits.take(`set-request:${requireViewer(ctx).id}`, rate));
}

interface RequestParty {
  request: SetRequestRow;
  /** `performer` and `stage` were asked; `requestor` asked. */
  side: "requestor" | "performer" | "stage";
}

/**
 * The viewer's side. A manager who asked is the requestor, and so are the other managers of the stage. A set that is
 * offered to a substitute is theirs to answer; its performer and the stage's managers can withdraw it. Throws
 * `not-found` for everyone else.
 */
export async function requireParty(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: RequestInput,
): Promise<RequestParty> {
  const viewer = requireViewer(ctx);
  const request = await getRequest(ctx, input.request);
  const { kind, performer, requestor, playerId } = request;
  const isManager = await isStageManager(ctx.db, request.stage.id, viewer.id);
  const isAskedByPerformer = kind !== "substitute" && requestor.id === performer.id;
  if (viewer.id === performer.id) return { request, side: isAskedByPerformer ? "requestor" : "performer" };
  if (kind === "substitute" && viewer.id === playerId) return { request, side: "requestor" };
  if (!isManager) throw new AppError("not-found");
  return { request, side: isAskedByPerformer ? "stage" : "requestor" };
}

/** Throws `not-found`. */
export async function getRequest(ctx: Pick<AppContext, "db">, id: string): Promise<SetRequestRow> {
  const request = await findRequest(ctx.db, id);
  if (request === undefined) throw new AppError("not-found");
  return request;
}

/**
 * The people of the other side who are notified of the viewer's request. Throws where there is a block with every one
 * of them.
 */
export async function requireContact(
  ctx: AppContext,
  { stageId, performerId }: { stageId: string; performerId: string },
): Promise<string[]> {
  const viewer = requireViewer(ctx);
  if (performerId === viewer.id) return requireStageContact(ctx, { stageId, performerId });
  const standings = await listBlocksBetween(ctx.db, viewer.id, [performerId]);
  const verdict = decideContact(standings);
  if (!verdict.ok) throw new AppError(verdict.code);
  return [performerId];
}

/** The managers of a stage whom this performer can ask. Throws where there is a block with every one of them. */
export async function requireStageContact(
  ctx: Pick<AppContext, "db">,
  { stageId, performerId }: { stageId: string; performerId: string },
): Promise<string[]> {
  const standings = await listBlocksBetween(ctx.db, performerId, await listManagerIds(ctx.db, stageId));
  const verdict = decideContact(standings);
  if (!verdict.ok) throw new AppError(verdict.code, stageTexts[verdict.code]);
  return standings.filter(isReachable).map(({ id }) => id);
}

/** A stage is not a person: the messages for blocks that concern its managers. */
const stageTexts: Partial<Record<ErrorCode, { message: string }>> = {
  "not-welcome": { message: "This stage does not take requests from you." },
  "you-blocked": { message: "You have blocked every manager of this stage. Unblock one of them first." },
};
