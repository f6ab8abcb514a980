import text from "#app/content/butt.md";
import { textMeta } from "#app/content/text-meta.ts";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/butt-route";
import { buttSlots } from "./butt-slots.tsx";
import { GuidePage } from "./guide-page.tsx";
import { loadGuide } from "./load-guide.server.ts";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadGuide(context.get(appContext), request, text);
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return textMeta(loaderData?.text);
}

export default function ButtRoute({ loaderData }: Route.ComponentProps) {
  // A running test belongs to the guide it was started on.
  return <GuidePage key="butt" program="butt" reader={loaderData} slots={buttSlots} />;
}
