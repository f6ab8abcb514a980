import { openOwnSet } from "#app/domains/sets/own-set.server.ts";
import { appContext } from "#app/router-context.ts";
import { answer } from "../answer.server.ts";
import type { Route } from "./+types/route";
import { SetDetailsPage } from "./set-details-page.tsx";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return { set: await answer(request, openOwnSet(context.get(appContext), { set: params.set })) };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: loaderData ? `${loaderData.set.name} · Set · Cue` : "Set · Cue" }];
}

/** A set as its performer comes to it. */
export default function SetDetailsRoute({ loaderData: { set } }: Route.ComponentProps) {
  return <SetDetailsPage key={set.id} loaded={set} up="/djs" path="/djs/setdetails" />;
}
