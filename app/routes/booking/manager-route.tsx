import { listStageSchedule } from "#app/domains/air/sets/played.server.ts";
import { knownSpan } from "#app/domains/air/sets/ui/booking/free-time.ts";
import { getStage } from "#app/domains/air/stages/list-stages.server.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/manager-route";
import { RequestPerformerPage } from "./request-performer-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { id } = await forPage(request, requireManagedStage(ctx, params.room));
  const [stage, schedule] = await forPage(
    request,
    Promise.all([getStage(ctx, id), listStageSchedule(ctx, { room: id, ...knownSpan(ctx.clock.now()) })]),
  );
  return { stage, schedule };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const name = loaderData ? `${loaderData.stage.name} · ` : "";
  return [{ title: `${name}Request Performer · Cue` }];
}

export default function RequestPerformerRoute({ loaderData }: Route.ComponentProps) {
  // Another stage is another page.
  return <RequestPerformerPage key={loaderData.stage.id} loaded={loaderData} />;
}
