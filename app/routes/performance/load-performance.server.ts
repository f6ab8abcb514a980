import type { AppContext } from "#app/context.ts";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { startIn } from "#app/domains/air/replays/moment.ts";
import { openReplay } from "#app/domains/air/replays/open.server.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import { openSetRecord } from "#app/domains/air/sets/record.server.ts";
import { findTracklist } from "#app/domains/air/tracklists/open.server.ts";
import { listFollowedIds } from "#app/domains/people/people/lists.server.ts";
import { AppError } from "#app/errors.ts";
import type { PerformancePageData } from "./performance-page-data.ts";

/** The page of a set. Throws `not-found`. */
export async function loadSet(app: AppContext, request: Request, id: string): Promise<PerformancePageData> {
  const set = await openSetRecord(app, { set: id });
  const replay = set.replay === null ? null : await nullIfGone(openReplay(app, { replay: set.replay.id }));
  return load(app, request, { set, replay });
}

/** The page of a recording, by its own id or that of its set. Throws `not-found` for whoever may not hear it. */
export async function loadReplay(
  app: AppContext,
  request: Request,
  id: string,
): Promise<PerformancePageData> {
  const replay = await openReplay(app, { replay: id });
  const set = replay.set === null ? null : await nullIfGone(openSetRecord(app, { set: replay.set }));
  return load(app, request, { set, replay });
}

async function load(
  app: AppContext,
  request: Request,
  { set, replay }: { set: SetRecordView | null; replay: ReplayDetailsView | null },
): Promise<PerformancePageData> {
  const performer = set?.user ?? replay?.performer ?? null;
  const performance = set?.id ?? replay?.performance;
  const [followedIds, tracklist] = await Promise.all([
    performer ? listFollowedIds(app, [performer.id]) : [],
    performer && performance !== undefined ? findTracklist(app, performance) : null,
  ]);
  return {
    set,
    replay,
    tracklist,
    followedIds,
    start: replay && startIn(new URL(request.url).searchParams, replay),
    isOwn: performer !== null && app.viewer?.id === performer.id,
    now: app.clock.now(),
    origin: app.config.origin,
  };
}

/** Null for what was deleted, or hidden from the viewer, since its other half was read. */
async function nullIfGone<View>(reading: Promise<View>): Promise<View | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}
