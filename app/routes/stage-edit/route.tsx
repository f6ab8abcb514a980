import { getStage, listLineup, listManagers } from "#app/domains/air/stages/list-stages.server.ts";
import { listMembers, listRoles } from "#app/domains/air/stages/members.server.ts";
import { getModeration } from "#app/domains/air/stages/moderation.server.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { StageEditPage } from "./stage-edit-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { id } = await forPage(request, requireManagedStage(ctx, params.room));
  const input = { room: id };
  const [stage, managers, roles, members, lineup, moderation] = await forPage(
    request,
    Promise.all([
      getStage(ctx, input.room),
      listManagers(ctx, input),
      listRoles(ctx, input),
      listMembers(ctx, input),
      listLineup(ctx, input),
      getModeration(ctx, input),
    ]),
  );
  const hasPosts = ctx.connect("discord") !== null || ctx.connect("telegram") !== null;
  return {
    stage,
    managers,
    roles,
    memberCount: members.length,
    upcomingCount: lineup.length,
    moderation,
    hasPosts,
    hasWebhooks: ctx.connect("webhooks") !== null,
  };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const name = loaderData ? `${loaderData.stage.name} · ` : "";
  return [{ title: `${name}Edit Stage Settings · Cue` }];
}

export default function StageEditRoute({ loaderData }: Route.ComponentProps) {
  return <StageEditPage key={loaderData.stage.id} loaded={loaderData} />;
}
