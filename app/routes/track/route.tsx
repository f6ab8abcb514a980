import { listMoments } from "#app/domains/air/replays/moments.server.ts";
import { openTrack } from "#app/domains/music/tracks/records.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { trackCard } from "./share-card.ts";
import { TrackPage } from "./track-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const track = await forPage(request, openTrack(app, { track: params.track }));
  const moments = await listMoments(app, track.tracks);
  return { track, moments, origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? trackCard(loaderData.track, loaderData.origin) : [{ title: "Song · Cue" }];
}

export default function TrackRoute({ loaderData: { track, moments } }: Route.ComponentProps) {
  return <TrackPage key={track.id} track={track} moments={moments} />;
}
