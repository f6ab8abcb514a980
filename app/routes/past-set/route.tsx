import { startIn } from "#app/domains/replays/moment.ts";
import { openSetRecord } from "#app/domains/sets/record.server.ts";
import { findTracklist } from "#app/domains/tracklists/open.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { findReplay } from "../replay/find-replay.server.ts";
import type { Route } from "./+types/route";
import { PastSetPage } from "./past-set-page.tsx";
import { setCard } from "./share-card.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const [set, tracklist] = await Promise.all([
    forPage(request, openSetRecord(app, { set: params.set })),
    findTracklist(app, params.set),
  ]);
  const replay = set.replay ? await findReplay(app, set.replay.id) : null;
  const start = replay && startIn(new URL(request.url).searchParams, replay);
  const isOwn = app.viewer?.id === set.user.id;
  return { set, tracklist, replay, start, isOwn, now: app.clock.now(), origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? setCard(loaderData.set, loaderData.origin) : [{ title: "Set · Cue" }];
}

export default function PastSetRoute({ loaderData }: Route.ComponentProps) {
  return <PastSetPage key={loaderData.set.id} {...loaderData} />;
}
