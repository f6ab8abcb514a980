import { listBlocked } from "#app/domains/people/people/lists.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { BlockedPage } from "./blocked-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { people: await forPage(request, listBlocked(context.get(appContext))) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Blocked People · Cue" }];
}

export default function BlockedRoute({ loaderData }: Route.ComponentProps) {
  return <BlockedPage people={loaderData.people} />;
}
