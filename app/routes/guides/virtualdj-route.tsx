import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/virtualdj-route";
import { GuidePage } from "./guide-page.tsx";
import { loadGuide } from "./load-guide.server.ts";
import { virtualDjText } from "./virtualdj-text.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadGuide(context.get(appContext), request);
}

export function meta(): Route.MetaDescriptors {
  return [{ title: `${virtualDjText.title} · Cue` }, { name: "description", content: virtualDjText.lead }];
}

export default function VirtualDjRoute({ loaderData }: Route.ComponentProps) {
  // A test that runs belongs to the guide it was begun on.
  return <GuidePage key={virtualDjText.program} reader={loaderData} text={virtualDjText} />;
}
