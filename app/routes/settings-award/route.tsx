import { listMyAwards } from "#app/domains/value/awards/own-awards.server.ts";
import { AppError } from "#app/errors.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { type AwardType, SelectAwardPage } from "./select-award-page.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const earned = await forPage(request, listMyAwards(ctx));
  const awardType = await forPage(request, (async () => readType(params.type))());
  return { awardType, earned, isDj: ctx.viewer?.performerType === "dj" };
}

function readType(type: string): AwardType {
  if (type !== "title" && type !== "badge") throw new AppError("not-found");
  return type;
}

export function meta({ params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: `${params.type === "badge" ? "Select Badge" : "Select Profile Title"} · Cue` }];
}

export default function SelectAwardRoute({ loaderData }: Route.ComponentProps) {
  return <SelectAwardPage key={loaderData.awardType} {...loaderData} />;
}
