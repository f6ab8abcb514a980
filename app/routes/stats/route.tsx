import type { AppContext } from "#app/context.ts";
import { listLatestTracks } from "#app/domains/music/tracks/list-plays.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import {
  getCueStats,
  listNewestPerformers,
  listTopPerformers,
  listWeeklyPerformers,
} from "#app/domains/value/stats/rankings.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { statsPageLimits } from "./limits.ts";
import { StatsPage } from "./stats-page.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  return forPage(request, loadStats(context.get(appContext)));
}

/** Only for signed-in users, like the calls of the same content. */
async function loadStats(app: AppContext) {
  requireViewer(app);
  const [{ cueStats }, weekly, top, newest, plays] = await Promise.all([
    getCueStats(app),
    listWeeklyPerformers(app),
    listTopPerformers(app, statsPageLimits.top),
    listNewestPerformers(app, statsPageLimits.newest),
    listLatestTracks(app),
  ]);
  return { cueStats, weekly, top, newest, plays };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Statistics · Cue" }];
}

export default function StatsRoute({ loaderData }: Route.ComponentProps) {
  return <StatsPage {...loaderData} />;
}
