import clsx from "clsx";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { useViewerClock } from "#app/ui/clock.ts";
import { clockTime } from "#app/ui/time-format.ts";
import { SetBlock } from "./set-block.tsx";
import { type Block, type Day, hoursShown, minuteOf } from "./week.ts";

/**
 * Pixels. Half an hour, the shortest set, has the minimum height of a tap target; an hour has space for three lines.
 */
const hourHeight = 56;
/** A block lower than this has space for one line. */
const shortBlock = 52;

export interface WeekProps {
  week: { day: Day; blocks: Block<SetView>[] }[];
  zone: string;
  now: number;
  onChoose: (set: SetView) => void;
}

/** One column per day on a scale of ticks, showing the hours that matter this week. */
export function WeekGrid({ week, zone, now, onChoose }: WeekProps) {
  const hour12 = useViewerClock()?.hour12 ?? false;
  const hours = hoursShown(week.flatMap(({ blocks }) => blocks));
  const height = (hours.to - hours.from) * hourHeight;
  const topOf = (minute: number) => (minute / 60 - hours.from) * hourHeight;
  const marks = Array.from({ length: hours.to - hours.from }, (_, index) => hours.from + index);
  const nowTop = topOf(minuteOf(now, zone));
  return (
    <div className="grid" style={{ gridTemplateColumns: `4.5rem repeat(${week.length}, minmax(0, 1fr))` }}>
      <div aria-hidden="true" className="relative mt-12 overflow-hidden" style={{ height }}>
        <Scale hours={marks.length} />
        {marks.map((hour) => (
          <span
            key={hour}
            className="tabular absolute left-0 text-12 text-ink-3"
            style={{ top: topOf(hour * 60) + 2 }}
          >
            {clockTime(Date.UTC(2026, 0, 1, hour), "UTC", hour12)}
          </span>
        ))}
      </div>
      {week.map(({ day, blocks }) => {
        const isToday = day.startsAt <= now && now < day.endsAt;
        return (
          <section key={day.date} aria-label={dayName(day, zone, "long")} className="min-w-0">
            <h3
              aria-hidden="true"
              className={clsx(
                "flex h-12 flex-col justify-center border-l border-tick/60 pl-2",
                isToday ? "text-ink" : "text-ink-3",
              )}
            >
              <span className="label">{dayName(day, zone, "short")}</span>
              {isToday && <span className="label text-12 text-ink-2">Today</span>}
            </h3>
            <div
              className={clsx("relative border-b border-l border-tick/60", isToday && "bg-raised")}
              style={{
                height,
                backgroundImage: "linear-gradient(to bottom, var(--tick) 1px, transparent 1px)",
                backgroundSize: `100% ${hourHeight}px`,
              }}
            >
              {blocks.map(({ set, fromMinute, toMinute }) => {
                const blockHeight = topOf(toMinute) - topOf(fromMinute) - 2;
                return (
                  <SetBlock
                    key={set.id}
                    set={set}
                    isShort={blockHeight < shortBlock}
                    onChoose={onChoose}
                    className="absolute inset-x-0.5 justify-start"
                    style={{ top: topOf(fromMinute) + 1, height: blockHeight }}
                  />
                );
              })}
              {isToday && nowTop >= 0 && nowTop <= height && (
                <i
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-x-0 border-t-2 border-ink"
                  style={{ top: nowTop }}
                />
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}

/** Six ticks per hour, the full hour longest. */
function Scale({ hours }: { hours: number }) {
  const ticks = Array.from({ length: hours * 6 }, (_, index) => {
    const y = (index * hourHeight) / 6 + 0.5;
    return `M${index % 6 === 0 ? 52 : index % 3 === 0 ? 62 : 66} ${y}H72`;
  });
  return (
    <svg className="absolute top-0 right-0 h-full w-18" viewBox={`0 0 72 ${hours * hourHeight}`}>
      <path d={ticks.join("")} className="stroke-tick" strokeWidth={1} />
    </svg>
  );
}

export function dayName(day: Day, zone: string, length: "short" | "long"): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    weekday: length,
    day: "numeric",
    month: length,
  }).format(day.startsAt);
}
