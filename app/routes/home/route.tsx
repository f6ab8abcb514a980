import { listReplays } from "#app/domains/air/replays/latest.server.ts";
import { listUpcomingSets } from "#app/domains/air/schedule/list-sets.server.ts";
import { listStages } from "#app/domains/air/stages/list-stages.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { Landing } from "../landing/landing.tsx";
import { loadLanding } from "../landing/landing-data.server.ts";
import type { Route } from "./+types/route";
import { HomePage } from "./home-page.tsx";
import { firstPart, type HomeLists } from "./use-home-lists.ts";

/** Maximum number of replays on this page. */
const maxReplays = 6;

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  if (!app.viewer) {
    return { isHome: false as const, landing: await forPage(request, loadLanding(app, request)) };
  }
  const [stages, upcoming, replays] = await forPage(
    request,
    Promise.all([
      listStages(app),
      listUpcomingSets(app, { limit: firstPart.sets + 1 }),
      listReplays(app, maxReplays),
    ]),
  );
  const first: HomeLists = {
    stages: stages.slice(0, firstPart.stages),
    upcoming: upcoming.slice(0, firstPart.sets),
    readAt: app.clock.now(),
    isPart: stages.length > firstPart.stages || upcoming.length > firstPart.sets,
  };
  return { isHome: true as const, first, replays };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: loaderData?.isHome ? "Home · Cue" : "Cue: live sets, heard the moment they are played" },
    {
      name: "description",
      content:
        "Performers broadcast live on stages. Listeners hear them instantly, chat, cheer and save tracks.",
    },
  ];
}

/** One address with two pages: the landing page for guests, the timetable for users. */
export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData.isHome) return <Landing {...loaderData.landing} />;
  return <HomePage first={loaderData.first} replays={loaderData.replays} />;
}
