import text from "#app/content/mixxx.md";
import { textMeta } from "#app/content/text-meta.ts";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/mixxx-route";
import { GuidePage } from "./guide-page.tsx";
import { loadGuide } from "./load-guide.server.ts";
import { mixxxSlots } from "./mixxx-slots.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  return loadGuide(context.get(appContext), request, text);
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return textMeta(loaderData?.text);
}

export default function MixxxRoute({ loaderData }: Route.ComponentProps) {
  // A running test belongs to the guide it was started on.
  return <GuidePage key="mixxx" program="mixxx" reader={loaderData} slots={mixxxSlots} />;
}
