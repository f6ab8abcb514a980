import { Link } from "react-router";
import { listManaging } from "#app/domains/stages/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { answer } from "../answer.server.ts";
import { stageImage } from "../stage/play-source.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { stages: await answer(request, listManaging(context.get(appContext))) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Management · Cue" }];
}

/** The stages that the viewer administers. */
export default function ManagementRoute({ loaderData }: Route.ComponentProps) {
  const { stages } = loaderData;
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display text-44">Management</h1>
      {stages.length === 0 ? (
        <EmptyState title="You do not manage a stage">
          Stages appear here when their managers add you to them.
        </EmptyState>
      ) : (
        <ul className="mt-4">
          {stages.map((stage) => (
            <li key={stage.id} className="border-t border-tick">
              <Link to={`/management/${stage.id}`} className="group flex items-center gap-4 py-4">
                <Picture src={stageImage(stage, stage)} name={stage.name} className="w-16" />
                <span className="min-w-0 grow">
                  <span className="display block text-28 group-hover:underline" dir="auto">
                    {stage.name}
                  </span>
                  <span className="text-14 text-ink-3">
                    {stage.instant ? "On-demand stage" : "Booking stage"}
                    {stage.genre && `, ${stage.genre}`}
                  </span>
                </span>
                {stage.online && <Badge tone="green">LIVE</Badge>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
