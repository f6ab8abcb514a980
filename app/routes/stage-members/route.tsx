import { getStage } from "#app/domains/air/stages/list-stages.server.ts";
import { listMembers, listRoles } from "#app/domains/air/stages/members.server.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { MembersPage } from "./members-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { id } = await forPage(request, requireManagedStage(ctx, params.room));
  const [stage, members, roles] = await forPage(
    request,
    Promise.all([getStage(ctx, id), listMembers(ctx, { room: id }), listRoles(ctx, { room: id })]),
  );
  return { stage: { id: stage.id, name: stage.name }, members, roles };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const name = loaderData ? `${loaderData.stage.name} · ` : "";
  return [{ title: `${name}Manage Stage Members · Cue` }];
}

export default function MembersRoute({ loaderData }: Route.ComponentProps) {
  const { stage, members, roles } = loaderData;
  return <MembersPage key={stage.id} stage={stage} loaded={members} roles={roles} />;
}
