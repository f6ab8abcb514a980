import { getAccountTarget } from "#app/domains/outside/posts/account-target.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { BlueskyPage } from "./bluesky-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { target: await forPage(request, getAccountTarget(context.get(appContext), "bluesky")) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Bluesky · Cue" }];
}

export default function BlueskyRoute({ loaderData }: Route.ComponentProps) {
  return <BlueskyPage target={loaderData.target} />;
}
