/** Finds replays for those who may hear or change them. To everyone else they do not exist. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import { findReplay, type ReplayRow } from "./queries/replays.ts";
import { decideAccess, isPublic, type ReplayAccess, type ReplayFacts } from "./rules.ts";

/** A replay as this viewer may have it. */
export interface FoundReplay {
  row: ReplayRow;
  isOwner: boolean;
  access: ReplayAccess;
  isPublic: boolean;
}

/** Finds a replay by its own id, or that of its set. Throws `not-found` for whoever may not hear it. */
export async function findHearable(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  id: string,
): Promise<FoundReplay> {
  const row = await findReplay(ctx.db, id);
  if (row === undefined) throw new AppError("not-found");
  const isOwner = await isOwnerOf(ctx, row);
  const found = toFound(ctx, row, isOwner);
  if (!found.access.mayHear) throw new AppError("not-found");
  return found;
}

/** A replay of the viewer's that was not deleted, even if it is only planned. Undefined for everyone else. */
export async function findOwnReplay(
  ctx: Pick<AppContext, "db" | "viewer">,
  id: string,
): Promise<ReplayRow | undefined> {
  requireViewer(ctx);
  const row = await findReplay(ctx.db, id);
  if (row === undefined || row.status === "deleted") return undefined;
  return (await isOwnerOf(ctx, row)) ? row : undefined;
}

export function toFound(ctx: Pick<AppContext, "clock">, row: ReplayRow, isOwner: boolean): FoundReplay {
  const facts = toFacts(row);
  const now = ctx.clock.now();
  return { row, isOwner, access: decideAccess(facts, { isOwner }, now), isPublic: isPublic(facts, now) };
}

/** The performer; for a performance without one, the managers of its stage. */
async function isOwnerOf(
  ctx: Pick<AppContext, "db" | "viewer">,
  { performerId, stageId }: ReplayRow,
): Promise<boolean> {
  const viewerId = ctx.viewer?.id;
  if (viewerId === undefined) return false;
  if (performerId !== null) return performerId === viewerId;
  return stageId !== null && (await isStageManager(ctx.db, stageId, viewerId));
}

export function toFacts(row: ReplayRow): ReplayFacts {
  const { stageId, isStageKeepingReplays, stageDeletedAt } = row;
  const isKeepingReplays = isStageKeepingReplays ?? false;
  return {
    ...row,
    performer: performerOf(row),
    stage: stageId === null ? null : { isKeepingReplays, isDeleted: stageDeletedAt !== null },
  };
}

function performerOf({ performerId, performerName, performerBannedAt }: ReplayRow): ReplayFacts["performer"] {
  if (performerId === null) return "none";
  return performerName === null || performerBannedAt !== null ? "gone" : "present";
}
