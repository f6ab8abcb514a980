import { openDesk } from "#app/domains/air/sets/desk.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { appContext } from "#app/router-context.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { forPage } from "../for-page.server.ts";
import { useViewer } from "../shell/viewer.ts";
import type { Route } from "./+types/route";
import { Dashboard } from "./dashboard.tsx";
import { dashboardTitle } from "./dashboard-title.ts";

// Performers see it once.
const Onboarding = lazyPart(() => import("./onboarding.tsx"));

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const viewer = await forPage(request, (async () => requireViewer(ctx))());
  const hasDesk = viewer.isPerformer && viewer.hasPassedTest;
  return { desk: hasDesk ? await forPage(request, openDesk(ctx)) : null };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const desk = loaderData?.desk;
  return [{ title: desk ? `${dashboardTitle(desk.performerType)} · Cue` : "Broadcast · Cue" }];
}

/** The dashboard once the stream test is passed; before that, the way to it. */
export default function PerformerRoute({ loaderData }: Route.ComponentProps) {
  const { desk } = loaderData;
  const viewer = useViewer();
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      {desk && viewer ? (
        <Dashboard loaded={desk} viewer={viewer} />
      ) : (
        <InBrowser fallback={<Skeleton className="h-96" />}>
          <Onboarding />
        </InBrowser>
      )}
    </main>
  );
}
