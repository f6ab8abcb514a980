import { offAir } from "#app/domains/air/stages/contract/stages.ts";

/** A stage's report to the lobby. */
export function lobbyEntry(
  id: string,
  version: number,
  options: { online?: boolean; listeners?: number; title?: string } = {},
) {
  const { online = true, listeners = 0, title = null } = options;
  return {
    kind: "stage" as const,
    id,
    version,
    onAir: {
      ...offAir,
      online,
      status: online ? ("live" as const) : ("offline" as const),
      currentListeners: listeners,
      currentTitle: title,
    },
  };
}
