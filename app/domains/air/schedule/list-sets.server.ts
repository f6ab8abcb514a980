import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findSet, listNextSets, listSetsFrom } from "../sets/queries/sets.ts";
import type { SetInput, SetView } from "./contract/sets.ts";
import type { UpcomingSetsInput } from "./contract/upcoming.ts";
import { presentSet, presentSets } from "./present.server.ts";
import { toProfileSets } from "./profile-set.ts";
import { readLive } from "./read-live.server.ts";
import { nobodyThere, setStateAt } from "./set-state.ts";
import { toSetView } from "./views.ts";

/** More than a year of the shortest sets of a stage, and of all that is ahead on an instance: lists are complete. */
const maxBooked = 20_000;

/** Throws `not-found`, also for a cancelled set. */
export async function getSet(ctx: AppContext, input: SetInput): Promise<SetView> {
  const row = await findSet(ctx.db, input.set);
  if (row === undefined) throw new AppError("not-found");
  return presentSet(ctx, row);
}

/**
 * Performers who are live on their own profile (a set without an end), then every booked set that has not ended, by
 * start; at most `limit` booked ones.
 */
export async function listUpcomingSets(
  ctx: AppContext,
  { limit = maxBooked }: UpcomingSetsInput = {},
): Promise<SetView[]> {
  const reading = readLive(ctx);
  const booked = await presentSets(ctx, listSetsFrom(ctx.db, { now: ctx.clock.now(), limit }), reading);
  return [...((await reading) ?? []).flatMap(toProfileSets), ...booked];
}

/** The sets that are on or next on one stage, or for one performer, by start; at most `limit`. */
export async function listLineup(
  ctx: AppContext,
  of: { stageId: string } | { performerId: string },
  { limit = maxBooked }: { limit?: number } = {},
): Promise<SetView[]> {
  return presentSets(ctx, listSetsFrom(ctx.db, { ...of, now: ctx.clock.now(), limit }));
}

/** Returns the next set of each of these stages on which nothing is on air: the first that has not ended. */
export async function listNextOfStages(
  ctx: Pick<AppContext, "clock" | "db">,
  stageIds: string[],
): Promise<SetView[]> {
  const rows = await listNextSets(ctx.db, { stageIds, now: ctx.clock.now() });
  const now = ctx.clock.now();
  // Nobody is heard there, so nobody is known to be there.
  return rows.map(toSetView).map((set) => ({ ...set, state: setStateAt(set, nobodyThere, now) }));
}
