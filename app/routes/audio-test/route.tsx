import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { AudioTestPage } from "./audio-test-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await forPage(request, (async () => requireViewer(context.get(appContext)))());
  const asked = new URL(request.url).searchParams.get("type");
  const type = viewer.performerType ?? (asked === "musician" ? "musician" : "dj");
  return { type, hasPassedTest: viewer.hasPassedTest } as const;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Stream Test · Cue" }];
}

export default function AudioTestRoute({ loaderData }: Route.ComponentProps) {
  return <AudioTestPage type={loaderData.type} hasPassedTest={loaderData.hasPassedTest} />;
}
