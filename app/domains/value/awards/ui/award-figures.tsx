import { abbreviate } from "#app/ui/number.ts";
import type { AwardRecordView } from "../contract.ts";

/** The statistics of an award's owner at that time, and its note. Hidden numbers are not shown. */
export function AwardFigures({ award }: { award: AwardRecordView }) {
  const figures = [
    { name: "Sets Played", count: award.setsPlayed },
    { name: "Total Hours Played", count: award.hours, unit: "h" },
    { name: "Accumulated Peak Listeners", count: award.listens },
    { name: "Total Favorites", count: award.favorites },
    { name: "Total Cheers", count: award.cheers },
    { name: "Total Referrals", count: award.referrals },
  ].flatMap(({ name, count, unit = "" }) =>
    count === null ? [] : [{ name, value: `${abbreviate(count)}${unit}` }],
  );
  return (
    <>
      {award.note && <p className="mt-4 border-l-2 border-edge pl-3 text-16 text-ink-2">{award.note}</p>}
      <dl className="mt-4">
        {figures.map((figure) => (
          <div key={figure.name} className="flex justify-between gap-6 border-t border-tick py-2 text-16">
            <dt className="text-ink-3">{figure.name}</dt>
            <dd className="tabular">{figure.value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
