import { useState } from "react";
import { appContext } from "#app/router-context.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { forPage } from "../for-page.server.ts";
import type { PageHandle } from "../shell/top-bar.tsx";
import type { Route } from "./+types/set-route";
import { type FollowedSet, isSettled, withFollowed } from "./followed-set.ts";
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

const SetFollower = lazyPart(() => import("./set-follower.tsx"));

export default function SetRoute({ loaderData }: Route.ComponentProps) {
  const [followed, setFollowed] = useState<FollowedSet | null>(null);
  const { set, now } = loaderData;
  return (
    <>
      <PerformancePage {...withFollowed(loaderData, followed)} />
      {/* An upload of a past set is read again by its own page. */}
      {set !== null && !isSettled(loaderData) && (
        <InBrowser fallback={null}>
          <SetFollower set={set} readAt={now} onFollow={setFollowed} />
        </InBrowser>
      )}
    </>
  );
}
