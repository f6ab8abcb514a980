import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/traktor-route";
import { GuidePage } from "./guide-page.tsx";
import { loadGuide } from "./load-guide.server.ts";
import { traktorText } from "./traktor-text.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadGuide(context.get(appContext), request);
}

export function meta(): Route.MetaDescriptors {
  return [{ title: `${traktorText.title} · Cue` }, { name: "description", content: traktorText.lead }];
}

export default function TraktorRoute({ loaderData }: Route.ComponentProps) {
  // A test that runs belongs to the guide it was begun on.
  return <GuidePage key={traktorText.program} reader={loaderData} text={traktorText} />;
}
