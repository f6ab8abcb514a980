import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/followers-route";
import { FollowListPage } from "./follow-list-page.tsx";
import { loadFollowList } from "./load-list.server.ts";

export function loader({ context, params, request }: Route.LoaderArgs) {
  return forPage(request, loadFollowList(context.get(appContext), "followers", params.user));
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: loaderData ? `Followers: ${loaderData.person.username} · Cue` : "Followers · Cue" }];
}

export default function FollowersRoute({ loaderData }: Route.ComponentProps) {
  return <FollowListPage key={loaderData.person.id} list="followers" {...loaderData} />;
}
