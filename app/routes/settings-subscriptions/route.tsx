import { listSubscribed } from "#app/domains/air/stages/list-stages.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { SubscriptionsPage } from "./subscriptions-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { stages: await forPage(request, listSubscribed(context.get(appContext))) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Subscriptions · Cue" }];
}

export default function SubscriptionsRoute({ loaderData }: Route.ComponentProps) {
  return <SubscriptionsPage stages={loaderData.stages} />;
}
