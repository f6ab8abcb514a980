import type { AppContext } from "#app/context.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { AppError } from "#app/errors.ts";
import { isStageManager } from "../stages/queries/stages.ts";
import { findPerformance, type PerformanceRow } from "./queries/tracklists.ts";

export interface FoundPerformance {
  performance: PerformanceRow;
  /** Its performer, or a manager of its stage; null: everyone else. */
  role: "performer" | "manager" | null;
}

export type OwnPerformance = FoundPerformance & { role: "performer" | "manager" };

/** A performance that was on air, by its set or its first broadcast. Throws `not-found`, also for a banned performer's. */
export async function openPerformance(ctx: AppContext, id: string): Promise<FoundPerformance> {
  const performance = await findPerformance(ctx.db, id);
  if (performance === undefined) throw new AppError("not-found");
  await getPerson(ctx, performance.performerId);
  const { viewer } = ctx;
  if (viewer === null) return { performance, role: null };
  if (viewer.id === performance.performerId) return { performance, role: "performer" };
  const isManager =
    performance.stageId !== null && (await isStageManager(ctx.db, performance.stageId, viewer.id));
  return { performance, role: isManager ? "manager" : null };
}

/** The same for who may correct its tracklist. Throws `not-found` for everyone else. */
export async function requireOwnPerformance(ctx: AppContext, id: string): Promise<OwnPerformance> {
  const { performance, role } = await openPerformance(ctx, id);
  if (role === null) throw new AppError("not-found");
  return { performance, role };
}
