import clsx from "clsx";
import { clockTime } from "#app/ui/time-format.ts";
import { type Block, dayMinutes } from "../calendar/week.ts";

const height = 56;
/** Height of the scale below the blocks. */
const ruler = 14;
const labelled = [0, 6, 12, 18];

/** A day on a scale of half hours: booked sets in amber, the requested one in ink, or red where it conflicts. */
export function DayStrip({
  taken,
  wish,
  isClash,
  hour12,
}: {
  taken: readonly Block<unknown>[];
  wish: readonly Block<unknown>[];
  isClash: boolean;
  hour12: boolean;
}) {
  return (
    // The list below has the same content in words.
    <div aria-hidden="true">
      <svg
        viewBox={`0 0 ${dayMinutes} ${height}`}
        preserveAspectRatio="none"
        className="block h-14 w-full bg-raised"
      >
        {taken.map(({ fromMinute, toMinute }) => (
          <rect
            key={fromMinute}
            x={fromMinute}
            y={0}
            width={toMinute - fromMinute}
            height={height - ruler}
            className="fill-amber-soft stroke-amber"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {wish.map(({ fromMinute, toMinute }) => (
          <rect
            key={fromMinute}
            x={fromMinute}
            y={(height - ruler) / 2 - 7}
            width={toMinute - fromMinute}
            height={14}
            className={clsx("transition-colors", isClash ? "fill-red" : "fill-ink")}
          />
        ))}
        <path d={ticks()} className="stroke-edge" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="label tabular grid grid-cols-4 pt-1 text-ink-3">
        {labelled.map((hour) => (
          <span key={hour}>{clockTime(hour * 3_600_000, "UTC", hour12)}</span>
        ))}
      </div>
    </div>
  );
}

function ticks(): string {
  let d = "";
  for (let minute = 0; minute <= dayMinutes; minute += 30) {
    const length = minute % 360 === 0 ? ruler : minute % 60 === 0 ? 8 : 4;
    d += `M${minute} ${height}V${height - length}`;
  }
  return d;
}
