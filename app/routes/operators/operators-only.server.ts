import type { AppContext } from "#app/context.ts";
import { requireOperator } from "#app/domains/outside/operator/guards.ts";
import { forPage } from "../for-page.server.ts";

/** Data for operators. For everyone else, signed in or not, the page does not exist. */
export function answerOperator<Result>(
  request: Request,
  app: AppContext,
  operation: () => Promise<Result>,
): Promise<Result> {
  const guarded = async () => {
    requireOperator(app);
    return operation();
  };
  return forPage(request, guarded());
}
