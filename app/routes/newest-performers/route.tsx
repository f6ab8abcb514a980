import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { listNewestPerformers } from "#app/domains/value/stats/rankings.server.ts";
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
  return listNewestPerformers(app);
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "New Performers · Cue" }];
}

export default function NewestPerformersRoute({ loaderData }: Route.ComponentProps) {
  return <RankingPage title="New Performers" performers={loaderData.performers} />;
}
