import type { AppContext, Viewer } from "#app/context.ts";
import { AppError } from "#app/errors.ts";

/** The signed-in user. Throws `authorization`. */
export function requireViewer(ctx: Pick<AppContext, "viewer">): Viewer {
  if (ctx.viewer === null) throw new AppError("authorization");
  return ctx.viewer;
}

/** A signed-in user who has passed the stream test. Throws `authorization`, or `not-found` for anyone else. */
export function requirePerformer(ctx: Pick<AppContext, "viewer">): Viewer {
  const viewer = requireViewer(ctx);
  if (!viewer.isPerformer || !viewer.hasPassedTest) throw new AppError("not-found");
  return viewer;
}

/**
 * Throws `email-not-configured` where this instance sends no email: nothing that needs an emailed link can start there.
 */
export function requireEmail(ctx: Pick<AppContext, "config">): void {
  if (!ctx.config.canSendEmail) throw new AppError("email-not-configured");
}
