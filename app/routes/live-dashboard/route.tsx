import { openLiveDashboard } from "#app/domains/sets/record.server.ts";
import { getStage } from "#app/domains/stages/list-stages.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { DashboardPage } from "./dashboard-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const dashboard = await forPage(request, openLiveDashboard(app, { set: params.set }));
  const stage = await forPage(request, getStage(app, dashboard.room.id));
  return { dashboard, stage };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    {
      title: loaderData ? `${loaderData.dashboard.live.name} · Live Dashboard · Cue` : "Live Dashboard · Cue",
    },
  ];
}

export default function LiveDashboardRoute({ loaderData }: Route.ComponentProps) {
  // Another set is another page: no state of the last one may remain.
  return <DashboardPage key={loaderData.dashboard.live.set} {...loaderData} />;
}
