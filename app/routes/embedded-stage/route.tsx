import { useState } from "react";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { getStage } from "#app/domains/air/stages/list-stages.server.ts";
import { toRoomState, useRoom } from "#app/domains/air/stages/live/use-room.ts";
import { notPerforming } from "#app/domains/air/stages/ui/off-air-text.ts";
import { appContext } from "#app/router-context.ts";
import { EmbedPlayer } from "../embed/embed-player.tsx";
import { forPage } from "../for-page.server.ts";
import { withoutTitle } from "../share-card.ts";
import { toPlaySource } from "../stage/play-source.ts";
import { stageCard } from "../stage/share-card.ts";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  // The site that frames this page must not act as the viewer.
  const app = { ...context.get(appContext), viewer: null };
  const stage = await forPage(request, getStage(app, params.stage));
  return { stage, origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: "Cue" }];
  const { stage, origin } = loaderData;
  const title = { title: `${stage.name} on Cue` };
  // Search engines and links should use the stage's own page.
  return [title, ...withoutTitle(stageCard(stage, origin))];
}

export default function EmbeddedStageRoute({ loaderData }: Route.ComponentProps) {
  const { stage } = loaderData;
  return <StagePlayer key={stage.id} stage={stage} />;
}

function StagePlayer({ stage }: { stage: StageView }) {
  const [initial] = useState(() => toRoomState("stage", stage));
  const room = useRoom("stage", stage.id, initial, { isEmbedded: true });
  const idle = stage.instant ? notPerforming(stage.name) : "No upcoming performances scheduled";
  return <EmbedPlayer room={room} name={stage.name} source={toPlaySource(stage, room.state)} idle={idle} />;
}
