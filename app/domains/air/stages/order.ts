import type { StageView } from "./contract/stages.ts";

type Ordered = Pick<StageView, "online" | "instant" | "startTime" | "nextSet" | "name" | "id">;

/**
 * The order of the home page: online booking stages, online on-demand stages, then offline ones; within each by
 * start time, where an offline stage starts with its next set and one without a schedule comes last.
 */
export function compareStages(a: Ordered, b: Ordered): number {
  return (
    group(a) - group(b) ||
    compareStarts(start(a), start(b)) ||
    a.name.localeCompare(b.name, "en") ||
    a.id.localeCompare(b.id, "en")
  );
}

function group(stage: Ordered): number {
  if (!stage.online) return 2;
  return stage.instant ? 1 : 0;
}

function start(stage: Ordered): number {
  return (stage.online ? stage.startTime : stage.nextSet?.startTime) ?? Number.POSITIVE_INFINITY;
}

/** Not a subtraction: two stages without a start would differ by NaN. */
function compareStarts(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
