import clsx from "clsx";
import { type ReactNode, type SubmitEvent, useState } from "react";
import type { SetView } from "#app/domains/schedule/contract/sets.ts";
import { Button } from "#app/ui/button.tsx";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { timePassed } from "#app/ui/form-words.ts";
import { Select } from "#app/ui/select.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { clockTime, shortDay } from "#app/ui/time-format.ts";
import { bookingLimits } from "../../contract/requests.ts";
import { dateOf, dayMinutes, instantAt, minuteOf } from "./week.ts";

const hourMs = 3_600_000;

/** Day, time and duration. For a set that has started only the end can be moved. */
export function MoveForm({
  set,
  zone,
  isBusy,
  onMove,
  children,
}: {
  set: SetView;
  zone: string;
  isBusy: boolean;
  onMove: (change: { start: number; end: number }) => void;
  /** The refusal, beside the button. */
  children: ReactNode;
}) {
  const now = useNow(60_000);
  const hour12 = useViewerClock()?.hour12 ?? false;
  const hasBegun = set.startTime <= now;
  const booked = {
    date: dateOf(set.startTime, zone),
    minute: minuteOf(set.startTime, zone),
    hours: ((set.endTime ?? set.startTime) - set.startTime) / hourMs,
  };
  const [wish, setWish] = useState(booked);
  const start =
    wish.date === booked.date && wish.minute === booked.minute
      ? set.startTime
      : instantAt(wish.date, wish.minute, zone);
  const end = start + wish.hours * hourMs;
  const isMoved = start !== set.startTime || end !== set.endTime;
  const isPast = isMoved && (hasBegun ? end : start) <= now;
  const about = hasBegun
    ? "This set has started. You can only move its end."
    : `In ${zone.replaceAll("_", " ")}`;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isMoved && !isPast) onMove({ start, end });
  };
  return (
    <form onSubmit={submit} className="mt-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Select
          label="Day"
          value={wish.date}
          options={withOwn(upcomingDates(now, zone), booked.date).map((date) => ({
            value: date,
            words: shortDay(instantAt(date, dayMinutes / 2, zone), zone),
          }))}
          isDisabled={hasBegun}
          onChange={(date) => setWish({ ...wish, date })}
          className="max-sm:col-span-2"
        />
        <Select
          label="Time"
          value={String(wish.minute)}
          options={withOwn(halfHours, booked.minute).map((minute) => ({
            value: String(minute),
            words: clockTime(minute * 60_000, "UTC", hour12),
          }))}
          isDisabled={hasBegun}
          onChange={(minute) => setWish({ ...wish, minute: Number(minute) })}
        />
        <Select
          label="Duration"
          value={String(wish.hours)}
          options={withOwn(bookingLimits.durations, booked.hours).map((hours) => ({
            value: String(hours),
            words: `${hours} h`,
          }))}
          onChange={(hours) => setWish({ ...wish, hours: Number(hours) })}
        />
      </div>
      <p aria-live="polite" className={clsx("mt-2 text-14", isPast ? "text-red" : "text-ink-3")}>
        {isPast ? timePassed : about}
      </p>
      {children}
      <Button
        type="submit"
        tone="solid"
        isBusy={isBusy}
        disabled={!isMoved || isPast}
        className="mt-4 w-full"
      >
        {isMoved ? (
          <span>
            Move to <TimeRange start={start} end={end} />
          </span>
        ) : (
          "Move Set"
        )}
      </Button>
    </form>
  );
}

const halfHours = Array.from({ length: dayMinutes / 30 }, (_, index) => index * 30);

/** The days on which a set can be booked, today first. */
function upcomingDates(now: number, zone: string): string[] {
  const dates = Array.from({ length: bookingLimits.windowDays + 1 }, (_, day) =>
    // Noon of today plus whole days: a clock change never leads to another day.
    dateOf(instantAt(dateOf(now, zone), dayMinutes / 2, zone) + day * 24 * hourMs, zone),
  );
  return [...new Set(dates)];
}

/** The options, with the booked value among them: a set of a series may be further away, or have an odd length. */
function withOwn<Value extends string | number>(choices: readonly Value[], own: Value): Value[] {
  return [...new Set([...choices, own])].toSorted((one, other) => (one < other ? -1 : 1));
}
