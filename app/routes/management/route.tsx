import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { listManaging } from "#app/domains/air/stages/list-stages.server.ts";
import { appContext } from "#app/router-context.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { forPage } from "../for-page.server.ts";
import { useViewer } from "../shell/viewer.ts";
import type { Route } from "./+types/route";
import { StageCard } from "./stage-card.tsx";
import { useManagedStages } from "./use-managed-stages.ts";

const CreateDialog = lazy(() => import("./create-dialog.tsx"));

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  return { stages: await forPage(request, listManaging(ctx)), readAt: ctx.clock.now() };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Management · Cue" }];
}

/** The stages that the viewer manages, and a button for a new one. */
export default function ManagementRoute({ loaderData }: Route.ComponentProps) {
  const stages = useManagedStages(loaderData.stages, loaderData.readAt);
  const isManager = useViewer()?.isManager ?? false;
  const [isCreating, setCreating] = useState(false);
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <div className="flex flex-wrap items-end gap-4">
        <h1 className="display grow text-28 sm:text-44">Management</h1>
        {isManager && (
          <Button
            icon={<Plus aria-hidden="true" className="size-4" />}
            aria-haspopup="dialog"
            onClick={() => setCreating(true)}
          >
            Create Stage
          </Button>
        )}
      </div>
      {stages.length === 0 ? (
        <EmptyState title="You do not manage any stages">
          {isManager
            ? "Create one, or ask the managers of another stage to add you."
            : "Stages appear here when their managers add you to them."}
        </EmptyState>
      ) : (
        <ul className="mt-6 border-b border-tick">
          {stages.map((stage) => (
            <StageCard key={stage.id} stage={stage} />
          ))}
        </ul>
      )}
      {isCreating && (
        <Suspense fallback={null}>
          <CreateDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </main>
  );
}
