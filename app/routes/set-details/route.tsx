import { openOwnSet } from "#app/domains/air/sets/own-set.server.ts";
import { getConnectedAccounts } from "#app/domains/people/integrations/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { SetDetailsPage } from "./set-details-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [set, accounts] = await forPage(
    request,
    Promise.all([openOwnSet(ctx, { set: params.set }), getConnectedAccounts(ctx)]),
  );
  return { set, isUploadLinked: accounts.mixcloud };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: loaderData ? `${loaderData.set.name} · Set · Cue` : "Set · Cue" }];
}

/** A set for its performer. */
export default function SetDetailsRoute({ loaderData }: Route.ComponentProps) {
  const { set, isUploadLinked } = loaderData;
  return (
    <SetDetailsPage
      key={set.id}
      loaded={set}
      isUploadLinked={isUploadLinked}
      up="/djs"
      path="/djs/setdetails"
    />
  );
}
