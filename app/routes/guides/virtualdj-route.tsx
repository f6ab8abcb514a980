import { textMeta } from "#app/content/text-meta.ts";
import text from "#app/content/virtualdj.md";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/virtualdj-route";
import { GuidePage } from "./guide-page.tsx";
import { loadGuide } from "./load-guide.server.ts";
import { virtualDjSlots } from "./virtualdj-slots.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadGuide(context.get(appContext), request, text);
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return textMeta(loaderData?.text);
}

export default function VirtualDjRoute({ loaderData }: Route.ComponentProps) {
  // A running test belongs to the guide it was started on.
  return <GuidePage key="virtualdj" program="virtualdj" reader={loaderData} slots={virtualDjSlots} />;
}
