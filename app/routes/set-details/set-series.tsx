import clsx from "clsx";
import { Link } from "react-router";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { Badge } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { LocalTime } from "#app/ui/time.tsx";

/** The weeks of a series, including the displayed one. */
export function SetSeries({ set, path }: { set: OwnSetView; path: string }) {
  const week = set.series.findIndex(({ id }) => id === set.id) + 1;
  return (
    <Section
      title="Weekly Series"
      intro={`Week ${week} of ${set.series.length}. Each week can be changed on its own.`}
    >
      <ol className="border-b border-tick">
        {set.series.map((other, index) => {
          const isCancelled = other.status === "cancelled";
          return (
            <li key={other.id} className="border-t border-tick">
              <Link
                to={`${path}/${other.id}`}
                aria-current={other.id === set.id ? "page" : undefined}
                className="flex min-h-11 items-center gap-4 border-l-4 border-transparent text-16 text-ink-2 hover:bg-control hover:text-ink aria-[current]:border-amber aria-[current]:text-ink"
              >
                <span className="tabular w-6 text-right text-14 text-ink-3">{index + 1}</span>
                <LocalTime
                  at={other.startTime}
                  shape="day-clock"
                  className={clsx("tabular grow", isCancelled && "line-through")}
                />
                {isCancelled && <Badge tone="off">CANCELLED</Badge>}
              </Link>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
