import type { OnAirView, StageView } from "#app/domains/air/stages/contract/stages.ts";
import { stagePath } from "#app/paths.ts";
import type { RoomSource } from "#app/player/contract.ts";

/** The path of a stage's page: with its custom URL where it has one. */
export function stageHref(stage: Pick<StageView, "id" | "customUrl">): string {
  return stagePath(stage.customUrl ?? stage.id);
}

/** The cover of a stage: the picture of the set that is on, or its performer's; otherwise the stage's own picture. */
export function stageImage(stage: Pick<StageView, "thumbnail">, onAir: OnAirView): string | null {
  const { online, currentSet, currentDj } = onAir;
  return (online ? (currentSet?.picture ?? currentDj?.profile) : null) ?? stage.thumbnail;
}

type Playable = Pick<StageView, "id" | "name" | "customUrl" | "thumbnail">;

/** A stage as a source for the player; `onAir` is its last known state. */
export function toPlaySource(stage: Playable, onAir: OnAirView): RoomSource {
  return {
    kind: "stage",
    id: stage.id,
    name: stage.name,
    href: stageHref(stage),
    image: stageImage(stage, onAir),
    onAir,
  };
}
