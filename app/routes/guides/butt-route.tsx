import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/butt-route";
import { buttText } from "./butt-text.tsx";
import { GuidePage } from "./guide-page.tsx";
import { loadGuide } from "./load-guide.server.ts";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadGuide(context.get(appContext), request);
}

export function meta(): Route.MetaDescriptors {
  return [{ title: `${buttText.title} · Cue` }, { name: "description", content: buttText.lead }];
}

export default function ButtRoute({ loaderData }: Route.ComponentProps) {
  // A test that runs belongs to the guide it was begun on.
  return <GuidePage key={buttText.program} reader={loaderData} text={buttText} />;
}
