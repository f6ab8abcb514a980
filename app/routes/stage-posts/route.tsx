import { useRevalidator } from "react-router";
import { getStage } from "#app/domains/air/stages/list-stages.server.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import { listTargets } from "#app/domains/outside/posts/targets.server.ts";
import { Channels } from "#app/domains/outside/posts/ui/channels.tsx";
import { editStagePath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import { requireOn } from "../require-on.server.ts";
import type { Route } from "./+types/route";

const services = ["discord", "telegram"] as const;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  requireOn(ctx, ...services);
  const { id } = await forPage(request, requireManagedStage(ctx, params.room));
  const [stage, targets] = await forPage(
    request,
    Promise.all([getStage(ctx, id), listTargets(ctx, { stage: id })]),
  );
  const parties = services.filter((party) => ctx.connect(party) !== null);
  return { stage: { id: stage.id, name: stage.name }, targets, parties };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const name = loaderData ? `${loaderData.stage.name} · ` : "";
  return [{ title: `${name}Stage Posts · Cue` }];
}

export default function StagePostsRoute({ loaderData }: Route.ComponentProps) {
  const { stage, targets, parties } = loaderData;
  const { revalidate } = useRevalidator();
  return (
    <ManagePage
      key={stage.id}
      title="Stage Posts"
      about={<bdi>{stage.name}</bdi>}
      up={editStagePath(stage.id)}
    >
      <p className="mt-4 max-w-[60ch] text-16 text-ink-2">
        When someone plays on this stage, Cue can announce it in your community's channels. Every manager of
        the stage can change these posts.
      </p>
      <div className="mt-8">
        {parties.map((party) => (
          <Channels key={party} party={party} targets={targets} stage={stage.id} onChange={revalidate} />
        ))}
      </div>
    </ManagePage>
  );
}
