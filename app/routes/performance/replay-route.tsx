import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { PageHandle } from "../shell/top-bar.tsx";
import type { Route } from "./+types/replay-route";
import { loadReplay } from "./load-performance.server.ts";
import { hasPerformanceChat, PerformancePage } from "./performance-page.tsx";
import { performanceCard } from "./share-card.ts";

export const handle: PageHandle = { hasChat: hasPerformanceChat };

export function loader({ context, params, request }: Route.LoaderArgs) {
  return forPage(request, loadReplay(context.get(appContext), request, params.id));
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? performanceCard(loaderData) : [{ title: "Replay · Cue" }];
}

export default function ReplayRoute({ loaderData }: Route.ComponentProps) {
  return <PerformancePage {...loaderData} />;
}
