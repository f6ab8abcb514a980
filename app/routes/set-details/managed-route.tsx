import type { AppContext } from "#app/context.ts";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { openOwnSet } from "#app/domains/air/sets/own-set.server.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { managedStagePath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/managed-route";
import { SetDetailsPage } from "./set-details-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [set, accounts] = await forPage(
    request,
    Promise.all([openManagedSet(ctx, params.set), getConnectedAccounts(ctx)]),
  );
  return { set, isUploadLinked: accounts.mixcloud };
}

/** Not for its performer, unless they also manage the stage. */
async function openManagedSet(ctx: AppContext, id: string): Promise<OwnSetView> {
  const set = await openOwnSet(ctx, { set: id });
  await requireManagedStage(ctx, set.room?.id ?? "");
  return set;
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: loaderData ? `${loaderData.set.name} · Stage Management · Cue` : "Set · Cue" }];
}

/** The same set for the managers of its stage. */
export default function ManagedSetDetailsRoute({ loaderData }: Route.ComponentProps) {
  const { set, isUploadLinked } = loaderData;
  const up = set.room === null ? "/management" : managedStagePath(set.room.id);
  return (
    <SetDetailsPage
      key={set.id}
      loaded={set}
      isUploadLinked={isUploadLinked}
      up={up}
      path="/management/setdetails"
    />
  );
}
