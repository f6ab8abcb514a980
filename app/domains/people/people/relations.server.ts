/** Relations between people: follow, alert, block. Every toggle may be repeated without harm. */
import type { AppContext, Viewer } from "#app/context.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { profilePath } from "#app/paths.ts";
import { requireViewer } from "../accounts/guards.ts";
import { notifyElsewhere } from "../deliveries/tell.server.ts";
import { dropNoticesAbout, noteNotice } from "../notifications/tell.server.ts";
import type {
  AlertInput,
  BlockInput,
  PersonInput,
  RelationNoticeView,
  RelationView,
  UnblockInput,
} from "./contract/relations.ts";
import {
  deleteBlock,
  deleteFollow,
  findRelationTo,
  insertBlock,
  insertFollow,
  type RelationRow,
  updateAlert,
} from "./queries/relations.ts";
import { canFollow, canToggleAlert, type Relation } from "./rules-relations.ts";
import { toPersonView } from "./views.ts";

const hourMs = 3_600_000;
/** More than a person needs, less than a program would use. */
const rates = {
  follow: { max: 200, perMs: hourMs },
  block: { max: 200, perMs: hourMs },
} as const;

/** Throws `authorization`, `not-found`, `follow-self`, `not-welcome`, `you-blocked`, `rate-limited`. */
export async function follow(ctx: AppContext, input: PersonInput): Promise<RelationView> {
  const { viewer, row } = await requireRelation(ctx, input.user);
  requireOk(canFollow(toRelation(viewer, row)));
  if (row.isFollowing) return toRelationView(viewer, row);
  requireOk(await ctx.limits.take(`follow:${viewer.id}`, rates.follow));
  await insertFollow(ctx.db, { userId: viewer.id, followingId: row.id, createdAt: ctx.clock.now() });
  const after = await requireRelation(ctx, row.id);
  // They may have blocked the viewer meanwhile.
  requireOk(canFollow(toRelation(viewer, after.row)));
  const noted = await noteNotice(ctx, [row.id], {
    kind: "follow",
    message: `${viewer.username} follows you.`,
    at: ctx.clock.now(),
    // Unfollowing and following again sends no second notice.
    key: `follow/${viewer.id}`,
    about: viewer.id,
    url: profilePath(viewer.id),
    group: "follows",
  });
  ctx.afterAnswer("follow-notice", noted.deliver);
  notifyElsewhere(ctx, [`user/${row.id}`], {
    kind: "follower",
    key: viewer.id,
    at: ctx.clock.now(),
    path: profilePath(viewer.id),
    performer: { id: row.id, username: row.username },
    stage: null,
    follower: { id: viewer.id, username: viewer.username },
  });
  return toRelationView(viewer, after.row);
}

/** Throws `authorization`, `not-found`. */
export async function unfollow(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: PersonInput,
): Promise<RelationView> {
  const { viewer, row } = await requireRelation(ctx, input.user);
  await deleteFollow(ctx.db, viewer.id, row.id);
  return readRelation(ctx, row.id);
}

/** Throws `authorization`, `not-found` (also where the viewer does not follow them), `not-welcome`. */
export async function toggleAlert(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: AlertInput,
): Promise<RelationView> {
  const { viewer, row } = await requireRelation(ctx, input.user);
  requireOk(canToggleAlert(toRelation(viewer, row)));
  const change = { userId: viewer.id, followingId: row.id, hasAlert: input.alert };
  if (!(await updateAlert(ctx.db, change))) throw new AppError("not-found");
  return readRelation(ctx, row.id);
}

/**
 * Blocks a person: the two do not follow each other, do not find each other by search, and the blocked person cannot
 * write or cheer in the viewer's room. Throws `authorization`, `not-found`, `block-self`, `rate-limited`.
 */
export async function block(ctx: AppContext, input: BlockInput): Promise<RelationNoticeView> {
  const { viewer, row } = await requireRelation(ctx, input.block);
  if (row.id === viewer.id) throw new AppError("block-self");
  if (!row.isBlocked) requireOk(await ctx.limits.take(`block:${viewer.id}`, rates.block));
  await insertBlock(ctx.db, { userId: viewer.id, blockedId: row.id, createdAt: ctx.clock.now() });
  // The database first: a room that opens in between reads the block there. A user who sees that the room could not be
  // reached blocks again.
  await ctx.rooms.profile(viewer.id).setBlocked(row.id, true);
  ctx.afterAnswer("block-notices", () => dropNoticesAbout(ctx, viewer.id, row.id));
  return toNotice(await readRelation(ctx, row.id), `${row.username} has been blocked.`);
}

/** The follows that the block ended stay ended. Throws `authorization`, `not-found`. */
export async function unblock(
  ctx: Pick<AppContext, "db" | "rooms" | "viewer">,
  input: UnblockInput,
): Promise<RelationNoticeView> {
  const { viewer, row } = await requireRelation(ctx, input.unblock);
  await deleteBlock(ctx.db, viewer.id, row.id);
  await ctx.rooms.profile(viewer.id).setBlocked(row.id, false);
  return toNotice(await readRelation(ctx, row.id), `${row.username} is no longer blocked.`);
}

async function requireRelation(
  ctx: Pick<AppContext, "db" | "viewer">,
  personId: string,
): Promise<{ viewer: Viewer; row: RelationRow }> {
  const viewer = requireViewer(ctx);
  const row = await findRelationTo(ctx.db, viewer.id, personId);
  if (row === undefined) throw new AppError("not-found");
  return { viewer, row };
}

async function readRelation(ctx: Pick<AppContext, "db" | "viewer">, personId: string): Promise<RelationView> {
  const { viewer, row } = await requireRelation(ctx, personId);
  return toRelationView(viewer, row);
}

const toRelation = (viewer: Viewer, row: RelationRow): Relation => ({
  ...row,
  isSelf: row.id === viewer.id,
});

function toRelationView(viewer: Viewer, row: RelationRow): RelationView {
  return {
    ...toPersonView(row),
    following: row.isFollowing,
    alert: row.hasAlert,
    blocked: row.isBlocked,
    followerCount: row.hideFollows && row.id !== viewer.id ? null : row.followerCount,
  };
}

const toNotice = (relation: RelationView, message: string): RelationNoticeView => ({
  ...relation,
  type: "confirm",
  message,
});
