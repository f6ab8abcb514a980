import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { SocialPage } from "./social-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const accounts = await forPage(request, getConnectedAccounts(ctx));
  const isPerformer = ctx.viewer?.isPerformer === true && ctx.viewer.hasPassedTest;
  const hasWebhooks = ctx.connect("webhooks") !== null && isPerformer;
  return { accounts, hasWebhooks };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Social Settings · Cue" }];
}

export default function SocialRoute({ loaderData }: Route.ComponentProps) {
  return <SocialPage {...loaderData} />;
}
