import type { MetaDescriptor } from "react-router";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { stageSoundPath } from "#app/domains/outside/embeds/address.ts";
import { stagePath } from "#app/paths.ts";
import { feedLink, shareCard } from "../share-card.ts";

/** The preview of a link to a stage on other sites. */
export function stageCard(stage: StageView, origin: string): MetaDescriptor[] {
  const card = shareCard({
    origin,
    path: stagePath(stage.customUrl ?? stage.id),
    title: stage.name,
    description: stage.description || `Live sets on ${stage.name}, heard the moment they are played.`,
    type: "music.radio_station",
    image: stage.thumbnail,
    hasPlayer: true,
  });
  const href = `${origin}${stageSoundPath(stage)}.m3u`;
  return [
    ...card,
    { tagName: "link", rel: "alternate", type: "audio/x-mpegurl", href, title: stage.name },
    feedLink(origin, { kind: "stage", id: stage.id, name: stage.name }),
  ];
}
