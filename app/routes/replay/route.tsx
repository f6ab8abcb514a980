import { listFollowedIds } from "#app/domains/people/lists.server.ts";
import { startIn } from "#app/domains/replays/moment.ts";
import { openReplay } from "#app/domains/replays/open.server.ts";
import { findTracklist } from "#app/domains/tracklists/open.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { PageHandle } from "../shell/top-bar.tsx";
import type { Route } from "./+types/route";
import { ReplayPage } from "./replay-page.tsx";
import { replayCard } from "./share-card.ts";

export const handle: PageHandle = { hasChat: (data) => data !== undefined };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const replay = await forPage(request, openReplay(app, { replay: params.id }));
  const { performer, set, performance } = replay;
  const [followedIds, tracklist] = await Promise.all([
    performer ? listFollowedIds(app, [performer.id]) : [],
    // That of a set is corrected on the set's page.
    performer && set === null ? findTracklist(app, performance) : null,
  ]);
  const start = startIn(new URL(request.url).searchParams, replay);
  return { replay, tracklist, followedIds, ...start, now: app.clock.now(), origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? replayCard(loaderData.replay, loaderData.origin) : [{ title: "Replay · Cue" }];
}

export default function ReplayRoute({ loaderData }: Route.ComponentProps) {
  // A link to another moment is another page.
  const { replay, startAt } = loaderData;
  return <ReplayPage key={`${replay.id} ${startAt}`} {...loaderData} />;
}
