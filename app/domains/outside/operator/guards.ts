import type { AppContext, Viewer } from "#app/context.ts";
import { AppError } from "#app/errors.ts";

/** The operator who is signed in. For everyone else this does not exist: throws `not-found`. */
export function requireOperator(ctx: Pick<AppContext, "viewer">): Viewer {
  if (ctx.viewer?.isOperator !== true) throw new AppError("not-found");
  return ctx.viewer;
}
