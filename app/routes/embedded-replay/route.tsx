import { openReplay } from "#app/domains/air/replays/open.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { performanceCard } from "../performance/share-card.ts";
import { withoutTitle } from "../share-card.ts";
import type { Route } from "./+types/route";
import { ReplayEmbed } from "./replay-embed.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  // The site that frames this page must not act as the viewer: only what everyone may hear is here.
  const app = { ...context.get(appContext), viewer: null };
  const replay = await forPage(request, openReplay(app, { replay: params.replay }));
  return { replay, origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: "Cue" }];
  const { replay, origin } = loaderData;
  // Search engines and links should use the replay's own page.
  return [
    { title: `${replay.name} on Cue` },
    ...withoutTitle(performanceCard({ set: null, replay, origin })),
  ];
}

export default function EmbeddedReplayRoute({ loaderData }: Route.ComponentProps) {
  return <ReplayEmbed key={loaderData.replay.id} replay={loaderData.replay} />;
}
