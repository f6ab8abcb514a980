import { textMeta } from "#app/content/text-meta.ts";
import { TextPage } from "#app/content/text-page.tsx";
import text from "#app/content/webhooks.md";
import { requireWebhooks } from "#app/domains/outside/webhooks/manage.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  await forPage(request, (async () => requireWebhooks(context.get(appContext)))());
  return { text };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return textMeta(loaderData?.text);
}

export default function WebhooksTextRoute({ loaderData }: Route.ComponentProps) {
  return <TextPage text={loaderData.text} />;
}
