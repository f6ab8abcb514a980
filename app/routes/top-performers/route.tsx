import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { listTopPerformers } from "#app/domains/value/stats/rankings.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { RankingPage } from "../stats/ranking-page.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { performers: await forPage(request, load(context.get(appContext))) };
}

/** Only for signed-in users, like the call of the same list. */
async function load(app: AppContext) {
  requireViewer(app);
  return listTopPerformers(app);
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Top 50 Performers · Cue" }];
}

export default function TopPerformersRoute({ loaderData }: Route.ComponentProps) {
  return <RankingPage title="Top 50 Performers" performers={loaderData.performers} isRanked />;
}
