import type { PerformerStatsView } from "./contract.ts";
import type { selectPerformerStats } from "./queries/stats.ts";
import { toHours } from "./rules.ts";

type PerformerStatsRow = Awaited<ReturnType<typeof selectPerformerStats>>[number];

export function toPerformerStatsView({ onAirMs, ...counts }: PerformerStatsRow): PerformerStatsView {
  return { ...counts, hours: toHours(onAirMs) };
}
