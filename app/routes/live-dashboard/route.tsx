import { openLiveDashboard } from "#app/domains/air/sets/record.server.ts";
import { getStage, listManagers } from "#app/domains/air/stages/list-stages.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { PageHandle } from "../shell/top-bar.tsx";
import type { Route } from "./+types/route";
import { DashboardPage } from "./dashboard-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const dashboard = await forPage(request, openLiveDashboard(app, { set: params.set }));
  const { id } = dashboard.room;
  const [stage, managers] = await forPage(
    request,
    Promise.all([getStage(app, id), listManagers(app, { room: id })]),
  );
  return { dashboard, stage, managerIds: managers.map((manager) => manager.id) };
}

export const handle: PageHandle = { hasChat: () => true };

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
