import type { selectPerformerStats } from "#db/queries/stats.ts";
import type { PerformerStatsView } from "./contract.ts";
import { toHours } from "./rules.ts";

type PerformerStatsRow = Awaited<ReturnType<typeof selectPerformerStats>>[number];

export function toPerformerStatsView({ onAirMs, ...counts }: PerformerStatsRow): PerformerStatsView {
  return { ...counts, hours: toHours(onAirMs) };
}
