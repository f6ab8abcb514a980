import { stateNow } from "#app/domains/air/schedule/set-state.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { PageHandle } from "../shell/top-bar.tsx";
import type { Route } from "./+types/set-route";
import { FollowedSet } from "./followed-set.tsx";
import { loadSet } from "./load-performance.server.ts";
import { hasPerformanceChat, PerformancePage } from "./performance-page.tsx";
import { performanceCard } from "./share-card.ts";

export const handle: PageHandle = { hasChat: hasPerformanceChat };

export function loader({ context, params, request }: Route.LoaderArgs) {
  return forPage(request, loadSet(context.get(appContext), request, params.set));
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? performanceCard(loaderData) : [{ title: "Set · Cue" }];
}

export default function SetRoute({ loaderData }: Route.ComponentProps) {
  const { set, now } = loaderData;
  // An upload of a past set is read again by its own page.
  return set === null || stateNow(set, now).name === "over" ? (
    <PerformancePage {...loaderData} />
  ) : (
    <FollowedSet {...loaderData} set={set} />
  );
}
