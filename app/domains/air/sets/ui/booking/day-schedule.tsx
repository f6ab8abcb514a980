import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { shortDay, shortZone } from "#app/ui/time-format.ts";
import { blocksOf } from "../calendar/week.ts";
import { DayStrip } from "./day-strip.tsx";
import { dayOf } from "./start-time.ts";

/** The booked sets of a stage on the chosen day, as a drawing and in words, with the requested one among them. */
export function DaySchedule({
  date,
  zone,
  hour12,
  sets,
  wish,
  isClash,
}: {
  date: string;
  zone: string;
  hour12: boolean;
  /** Undefined until they are loaded, null without a stage. */
  sets: readonly SetView[] | undefined | null;
  wish: Pick<SetView, "startTime" | "endTime">;
  isClash: boolean;
}) {
  const day = dayOf(date, zone);
  const taken = blocksOf(sets ?? [], day, zone);
  return (
    <div className="mt-6">
      <DayStrip taken={taken} wish={blocksOf([wish], day, zone)} isClash={isClash} hour12={hour12} />
      <h3 className="mt-4 text-14 font-semibold text-ink-2">
        Taken on {shortDay(day.startsAt, zone)}{" "}
        <span className="font-normal text-ink-3">({shortZone(day.startsAt, zone)})</span>
      </h3>
      {sets === null ? (
        <p className="mt-1 text-14 text-ink-3">Choose a stage to see which times are free.</p>
      ) : sets === undefined ? (
        <Skeleton className="mt-1 h-5 w-60" />
      ) : taken.length === 0 ? (
        <p className="mt-1 text-14 text-ink-3">Nothing yet. The stage is free all day.</p>
      ) : (
        <ul className="mt-1">
          {taken.map(({ set }) => (
            <li key={set.id} className="flex gap-x-3 border-b border-tick/50 py-1.5 text-14 last:border-0">
              <span className="w-36 shrink-0 text-amber">
                <TimeRange start={set.startTime} end={set.endTime} withDay={false} />
              </span>
              <span className="min-w-0 grow truncate text-ink-2">
                <bdi>{set.name}</bdi>
                <span className="text-ink-3">
                  {" "}
                  by <bdi>{set.user.username}</bdi>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
