import { getStage, listManagers } from "#app/domains/air/stages/list-stages.server.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { AddManagerPage } from "./add-manager-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { id } = await forPage(request, requireManagedStage(ctx, params.room));
  const [stage, managers] = await forPage(
    request,
    Promise.all([getStage(ctx, id), listManagers(ctx, { room: id })]),
  );
  return { stage: { id: stage.id, name: stage.name }, managers };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const name = loaderData ? `${loaderData.stage.name} · ` : "";
  return [{ title: `${name}Add Stage Manager · Cue` }];
}

export default function AddManagerRoute({ loaderData }: Route.ComponentProps) {
  const { stage, managers } = loaderData;
  return <AddManagerPage key={stage.id} stage={stage} loaded={managers} />;
}
