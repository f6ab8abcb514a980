import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/mixxx-route";
import { GuidePage } from "./guide-page.tsx";
import { loadGuide } from "./load-guide.server.ts";
import { mixxxText } from "./mixxx-text.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadGuide(context.get(appContext), request);
}

export function meta(): Route.MetaDescriptors {
  return [{ title: `${mixxxText.title} · Cue` }, { name: "description", content: mixxxText.lead }];
}

export default function MixxxRoute({ loaderData }: Route.ComponentProps) {
  // A test that runs belongs to the guide it was begun on.
  return <GuidePage key={mixxxText.program} reader={loaderData} text={mixxxText} />;
}
