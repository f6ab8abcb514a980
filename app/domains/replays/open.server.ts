import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { ReplayDetailsView, ReplayInput } from "./contract.ts";

/** A replay with everything that its page shows. Throws `not-found`, also for one that the viewer may not hear. */
export async function openReplay(_ctx: AppContext, _input: ReplayInput): Promise<ReplayDetailsView> {
  throw new AppError("not-found");
}
