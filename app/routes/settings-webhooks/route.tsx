import { listWebhooks } from "#app/domains/outside/webhooks/manage.server.ts";
import { WebhookSettings } from "#app/domains/outside/webhooks/ui/webhook-settings.tsx";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { webhooks: await forPage(request, listWebhooks(context.get(appContext), {})) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Webhooks · Cue" }];
}

export default function WebhooksRoute({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage title="Webhooks" intro="What happens in your sets, sent to your own software.">
      <WebhookSettings loaded={loaderData.webhooks} />
    </SettingsPage>
  );
}
