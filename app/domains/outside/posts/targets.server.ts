/** Targets of a person's or a stage's posts: for the person, or the stage's managers. */
import type { AppContext } from "#app/context.ts";
import { isStageManager } from "#app/domains/air/stages/queries/stages.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { ownerOf } from "#app/domains/people/deliveries/queries/owned-by.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { AppError } from "#app/errors.ts";
import { type PostService, postServices } from "./clients.ts";
import { ownerPathOf } from "./compose.server.ts";
import type { ListPostTargetsInput, PostTargetInput, PostTargetView } from "./contract.ts";
import { findPostOwner, type PostOwner } from "./queries/post-settings.ts";
import { findPostTarget, listPostTargets, type PostTarget } from "./queries/post-targets.ts";

/**
 * The viewer's targets, or those of a stage that they manage, in the order in which they were linked; none of services
 * that are off here. Throws `authorization`, `not-found`.
 */
export async function listTargets(ctx: AppContext, input: ListPostTargetsInput): Promise<PostTargetView[]> {
  return listViewsOf(ctx, await requireOwner(ctx, input));
}

/** The viewer, or a stage that they manage. Throws `authorization`, `not-found`. */
export async function requireOwner(ctx: AppContext, { stage }: ListPostTargetsInput): Promise<OwnerPath> {
  const { id } = requireViewer(ctx);
  return stage === undefined ? `user/${id}` : `stage/${(await requireManagedStage(ctx, stage)).id}`;
}

export async function listViewsOf(ctx: AppContext, path: OwnerPath): Promise<PostTargetView[]> {
  const rows = (await listPostTargets(ctx.db, path)).filter(({ party }) => ctx.connect(party) !== null);
  return Promise.all(rows.map((row) => toPostTargetView(ctx, row)));
}

export interface OwnTarget {
  row: PostTarget;
  path: OwnerPath;
  owner: PostOwner;
  connection: Connection;
  service: PostService;
}

/**
 * A target of the viewer, or of a stage that they manage. Throws `authorization`, and `not-found` both for one that is
 * not theirs and for one that does not exist or whose service is off here.
 */
export async function requireOwnTarget(
  ctx: Pick<AppContext, "connect" | "db" | "viewer">,
  { target }: Pick<PostTargetInput, "target">,
): Promise<OwnTarget> {
  const { id } = requireViewer(ctx);
  const row = await findPostTarget(ctx.db, target);
  if (row === undefined || !(await isTheirs(ctx, row, id))) throw new AppError("not-found");
  const [connection, owner] = [ctx.connect(row.party), await findPostOwner(ctx.db, row)];
  if (connection === null || owner === undefined) throw new AppError("not-found");
  return { row, path: ownerOf(row), owner, connection, service: postServices[row.party] };
}

async function isTheirs(
  { db }: Pick<AppContext, "db">,
  { userId, stageId }: PostTarget,
  id: string,
): Promise<boolean> {
  return stageId === null ? userId === id : isStageManager(db, stageId, id);
}

/** Throws `not-found` where its owner was deleted meanwhile. */
export async function toPostTargetView(
  { db, config }: Pick<AppContext, "db" | "config">,
  row: PostTarget,
): Promise<PostTargetView> {
  const owner = await findPostOwner(db, row);
  if (owner === undefined) throw new AppError("not-found");
  const { kind, name } = owner;
  return {
    id: row.id,
    party: row.party,
    name: row.name,
    host: row.host,
    owner: { kind, name, page: `${config.origin}${ownerPathOf(owner)}` },
    canEdit: postServices[row.party].canEdit,
    isRefused: row.refusedAt !== null,
    onLive: row.onLive,
    onBooking: row.onBooking,
    isEditedAtEnd: row.isEditedAtEnd,
    hasLink: row.hasLink,
    liveText: row.liveText,
    bookingText: row.bookingText,
    linkedAt: row.linkedAt,
  };
}
