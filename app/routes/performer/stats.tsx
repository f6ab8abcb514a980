import type { PerformerStatsView } from "#app/domains/value/stats/contract.ts";
import { abbreviate, wordFor } from "#app/ui/number.ts";

/** The performer's totals, in one line. */
export function Stats({ stats }: { stats: PerformerStatsView }) {
  const counted = (count: number, one: string, other: string) => ({
    name: wordFor(count, one, other),
    value: abbreviate(count),
  });
  const figures = [
    counted(stats.setsPlayed, "stage performance", "stage performances"),
    counted(stats.listens, "total peak listener", "total peak listeners"),
    counted(stats.favorites, "favorite", "favorites"),
    counted(stats.cheers, "cheer", "cheers"),
    { name: "played", value: `${stats.hours}h` },
  ];
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex flex-row-reverse items-baseline gap-2">
          <dt className="text-14 text-ink-3">{name}</dt>
          <dd className="tabular text-20 font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
