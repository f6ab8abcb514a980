import { getTwitterTarget } from "#app/domains/outside/posts/twitter.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { TwitterPage } from "./twitter-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { target: await forPage(request, getTwitterTarget(context.get(appContext))) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Twitter · Cue" }];
}

export default function TwitterRoute({ loaderData }: Route.ComponentProps) {
  return <TwitterPage target={loaderData.target} />;
}
