import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { FeedbackPage } from "./feedback-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  await forPage(request, (async () => requireViewer(context.get(appContext)))());
  return null;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Submit Feedback · Cue" }];
}

export default FeedbackPage;
