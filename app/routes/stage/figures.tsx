import { abbreviate, wordFor } from "#app/ui/number.ts";

/** Numbers with their names, the number first; null values are left out. */
export function Figures({ figures }: { figures: { one: string; other: string; count: number | null }[] }) {
  const known = figures.flatMap(({ one, other, count }) =>
    count === null ? [] : [{ name: wordFor(count, one, other), count }],
  );
  if (known.length === 0) return null;
  return (
    <dl className="mt-3 flex flex-wrap gap-x-5 gap-y-1 sm:gap-x-8">
      {known.map(({ name, count }) => (
        <div key={name} className="flex flex-row-reverse items-baseline gap-2">
          <dt className="text-14 text-ink-3">{name}</dt>
          <dd className="tabular text-20 font-semibold">{abbreviate(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
