import { getStage } from "#app/domains/air/stages/list-stages.server.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import { listWebhooks } from "#app/domains/outside/webhooks/manage.server.ts";
import { WebhookSettings } from "#app/domains/outside/webhooks/ui/webhook-settings.tsx";
import { editStagePath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { id } = await forPage(request, requireManagedStage(ctx, params.room));
  const [stage, webhooks] = await forPage(
    request,
    Promise.all([getStage(ctx, id), listWebhooks(ctx, { stage: id })]),
  );
  return { stage: { id: stage.id, name: stage.name }, webhooks };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const name = loaderData ? `${loaderData.stage.name} · ` : "";
  return [{ title: `${name}Webhooks · Cue` }];
}

export default function StageWebhooksRoute({ loaderData }: Route.ComponentProps) {
  const { stage, webhooks } = loaderData;
  return (
    <ManagePage title="Webhooks" about={<bdi>{stage.name}</bdi>} up={editStagePath(stage.id)}>
      <div className="mt-6">
        <WebhookSettings key={stage.id} stage={stage.id} loaded={webhooks} />
      </div>
    </ManagePage>
  );
}
