import { listStageRequests } from "#app/domains/air/sets/requests.server.ts";
import { getStage, listLineup } from "#app/domains/air/stages/list-stages.server.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { ManagedStagePage } from "./managed-stage-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { id } = await forPage(request, requireManagedStage(ctx, params.room));
  const input = { room: id };
  const [stage, requests, sets] = await forPage(
    request,
    Promise.all([getStage(ctx, input.room), listStageRequests(ctx, input), listLineup(ctx, input)]),
  );
  return { stage, requests, sets };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: loaderData ? `${loaderData.stage.name} · Stage Management · Cue` : "Stage Management · Cue" },
  ];
}

export default function ManagedStageRoute({ loaderData }: Route.ComponentProps) {
  // Another stage is another page: no state of the last one may remain.
  return <ManagedStagePage key={loaderData.stage.id} loaded={loaderData} />;
}
