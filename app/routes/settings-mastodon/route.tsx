import { getAccountTarget } from "#app/domains/outside/posts/account-target.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { MastodonPage } from "./mastodon-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { target: await forPage(request, getAccountTarget(context.get(appContext), "mastodon")) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Mastodon · Cue" }];
}

export default function MastodonRoute({ loaderData }: Route.ComponentProps) {
  return <MastodonPage target={loaderData.target} />;
}
