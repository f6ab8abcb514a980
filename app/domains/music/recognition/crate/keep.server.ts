/** A performer's own crate. No one else ever sees it. */
import type { AppContext } from "#app/context.ts";
import { requirePerformer } from "#app/domains/people/accounts/guards.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { deleteEverywhere } from "../cold/keep-index.server.ts";
import type { CrateTrackChoice, CrateView, DeletedFromCrateView } from "../contract.ts";
import { expireCrateReferences, listCrateReferences } from "../queries/references.ts";
import { crateLimits } from "./rules.ts";
import { toCrateViews } from "./views.ts";

const deletionRate = { max: 600, perMs: 3_600_000 } as const;

/** Throws `not-found` for no performer. */
export async function listCrate(ctx: Pick<AppContext, "connect" | "db" | "viewer">): Promise<CrateView> {
  const viewer = requirePerformer(ctx);
  return {
    tracks: toCrateViews(await listCrateReferences(ctx.db, viewer.id)),
    most: crateLimits.tracks,
    asksAcoustId: ctx.connect("acoustid") !== null,
  };
}

/** Deletes tracks with their peaks. Throws `not-found` where none of them is in the viewer's crate, `rate-limited`. */
export async function deleteFromCrate(
  ctx: AppContext,
  { track }: CrateTrackChoice,
): Promise<DeletedFromCrateView> {
  const viewer = requirePerformer(ctx);
  requireOk(await ctx.limits.take(`crate:delete:${viewer.id}`, deletionRate));
  const tracks = await expireCrateReferences(ctx.db, viewer.id, [track].flat());
  if (tracks.length === 0) throw new AppError("not-found");
  // What cannot be deleted now has expired: the hourly job tries again.
  ctx.afterAnswer("crate-peaks", async () => {
    await deleteEverywhere(ctx, tracks);
  });
  return { tracks };
}
