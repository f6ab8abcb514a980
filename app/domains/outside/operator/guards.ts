import type { AppContext, Viewer } from "#app/context.ts";
import { AppError } from "#app/errors.ts";

/** The operator who is signed in. For everyone else this does not exist: throws `not-found`. */
export function requireOperator(ctx: Pick<AppContext, "viewer">): Viewer {
  if (ctx.viewer?.isOperator !== true) throw new AppError("not-found");
  return ctx.viewer;
}

/**
 * Throws `operator-own` where the operator who is signed in is this person: no one acts alone in their own matter. The
 * holder of the instance's key is no one.
 */
export function requireOthers(ctx: Pick<AppContext, "viewer">, userId: string): void {
  if (ctx.viewer?.id === userId) throw new AppError("operator-own");
}
