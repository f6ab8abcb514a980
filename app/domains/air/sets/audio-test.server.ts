import type { AppContext } from "#app/context.ts";
import type { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { AppError } from "#app/errors.ts";
import { endTest, startTest } from "../media/stream-test.server.ts";
import type { SetInput } from "../schedule/contract/sets.ts";
import { getSet } from "../schedule/list-sets.server.ts";
import type { SetTestView } from "./contract/changes.ts";

/**
 * A stream test before a set of the viewer's, on a separate mount: the stage and the listeners hear nothing of it.
 * Throws `not-found` for a set that is not theirs.
 */
export async function startSetTest(ctx: AppContext, input: SetInput): Promise<SetTestView> {
  await requirePlayed(ctx, input);
  return { ...(await startTest(ctx)), status: "testing" };
}

/** Ends it; without one this does nothing. Throws `not-found` as `startSetTest`. */
export async function endSetTest(ctx: AppContext, input: SetInput): Promise<NoticeView> {
  await requirePlayed(ctx, input);
  await endTest(ctx);
  return { type: "confirm", message: "The stream test has ended." };
}

async function requirePlayed(ctx: AppContext, input: SetInput): Promise<void> {
  const viewer = requireViewer(ctx);
  const { user } = await getSet(ctx, input);
  if (user.id !== viewer.id) throw new AppError("not-found");
}
