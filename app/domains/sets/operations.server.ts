import type { AppContext, LiveEntry } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findSet, listSetsFrom } from "#db/queries/sets.ts";
import type { SetInput, SetView } from "./contract.ts";
import { toSetView } from "./views.ts";

const upcomingLimit = 60;

/** Throws `not-found`, also for a set that was cancelled. */
export async function getSet(ctx: AppContext, input: SetInput): Promise<SetView> {
  const row = await findSet(ctx.db, input.set);
  if (row === undefined) throw new AppError("not-found");
  return toSetView(row);
}

/**
 * Whoever is live on their own profile (a set without an end), then every booked set that has not ended, by start.
 */
export async function listUpcomingSets(ctx: AppContext): Promise<SetView[]> {
  const [rows, live] = await Promise.all([
    listSetsFrom(ctx.db, { now: ctx.clock.now(), limit: upcomingLimit }),
    ctx.lobby.live().catch((error: unknown): LiveEntry[] => {
      ctx.log.warn("lobby-unavailable", { reason: String(error) });
      return [];
    }),
  ]);
  return [...live.flatMap(toProfileSet), ...rows.map(toSetView)];
}

/** What is now or next on one stage, or for one performer, by start. */
export async function listLineup(
  ctx: AppContext,
  of: { stageId: string } | { performerId: string },
): Promise<SetView[]> {
  const rows = await listSetsFrom(ctx.db, { ...of, now: ctx.clock.now(), limit: upcomingLimit });
  return rows.map(toSetView);
}

/** A performance on a profile, in the shape of a set: it has a performer and a start, no stage and no end. */
function toProfileSet(entry: LiveEntry): SetView[] {
  const { onAir } = entry;
  if (entry.kind !== "profile" || !onAir.online || onAir.currentDj === null) return [];
  return [
    {
      id: `profile-${entry.id}`,
      _id: `profile-${entry.id}`,
      name: `${onAir.currentDj.username} live`,
      description: "",
      url: onAir.currentUrl ?? "",
      startTime: onAir.startTime ?? 0,
      endTime: null,
      room: null,
      user: onAir.currentDj,
      peakListeners: onAir.currentListeners,
      totalFavorites: 0,
      totalCheers: 0,
    },
  ];
}
