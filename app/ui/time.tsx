import clsx from "clsx";
import { useNow, useTimeText, useViewerClock } from "./clock.ts";
import {
  clockTime,
  countdownParts,
  dayLabel,
  duration,
  endedAtOnce,
  fullDate,
  shortZone,
  timeOrDay,
  timeSince,
} from "./time-format.ts";

type Shape = "clock" | "day" | "day-clock" | "clock-or-day" | "date";

function words(at: number, shape: Shape, now: number, zone: string, hour12: boolean): string {
  if (shape === "clock") return clockTime(at, zone, hour12);
  if (shape === "day") return dayLabel(at, now, zone);
  if (shape === "date") return fullDate(at, zone);
  if (shape === "clock-or-day") return timeOrDay(at, now, zone, hour12);
  return `${dayLabel(at, now, zone)} ${clockTime(at, zone, hour12)}`;
}

/**
 * An instant in the viewer's own zone. Until that is known (server, hydration) it keeps its space with the invisible
 * time in UTC.
 */
export function LocalTime({ at, shape, className }: { at: number; shape: Shape; className?: string }) {
  const viewer = useViewerClock();
  const now = useNow(60_000);
  return (
    <time dateTime={new Date(at).toISOString()} className={className} data-unzoned={viewer ? undefined : ""}>
      {words(at, shape, now, viewer?.zone ?? "UTC", viewer?.hour12 ?? false)}
    </time>
  );
}

/**
 * The name of the viewer's zone at that instant, beside times in it. Until it is known (server, hydration) it keeps its
 * space, invisible.
 */
export function ZoneName({ at, className }: { at: number; className?: string }) {
  const viewer = useViewerClock();
  return (
    <abbr
      className={clsx("no-underline", className)}
      title={viewer?.zone.replaceAll("_", " ")}
      data-unzoned={viewer ? undefined : ""}
    >
      {shortZone(at, viewer?.zone ?? "UTC")}
    </abbr>
  );
}

/**
 * `Today 9:00 PM – 11:00 PM`, followed by the zone where nothing else shows it: `isZoned`. What was ended within a minute
 * of its start has no length: `Today, ended at 9:00 PM`.
 */
export function TimeRange({
  start,
  end,
  withDay = true,
  isZoned = false,
}: {
  start: number;
  end: number | null;
  withDay?: boolean;
  isZoned?: boolean;
}) {
  return (
    <span className="tabular">
      {endedAtOnce(start, end) ? (
        <>
          {withDay && <LocalTime at={start} shape="day" />}
          {withDay ? ", ended at " : "Ended at "}
          <LocalTime at={end ?? start} shape="clock" />
        </>
      ) : (
        <>
          <LocalTime at={start} shape={withDay ? "day-clock" : "clock"} />
          {end !== null && (
            <>
              {" – "}
              <LocalTime at={end} shape="clock" />
            </>
          )}
        </>
      )}
      {isZoned && (
        <>
          {" "}
          <ZoneName at={start} />
        </>
      )}
    </span>
  );
}

/** Shows how long ago it was. */
export function TimeSince({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{useTimeText((now) => timeSince(at, now))}</time>;
}

/** Elapsed time: in seconds while it is less than a minute. */
export function Elapsed({ since }: { since: number }) {
  return <span className="tabular">{useTimeText((now) => duration(now - since))}</span>;
}

/** Counts down to an instant each second; `due` is shown once it is reached. Not announced by screen readers. */
export function Countdown({ to, due }: { to: number; due: string }) {
  const left = to - useNow(1_000);
  return <span className="tabular">{left > 0 ? countdownParts(left) : due}</span>;
}
