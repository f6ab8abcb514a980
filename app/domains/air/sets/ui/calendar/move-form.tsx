import clsx from "clsx";
import { type ReactNode, type SubmitEvent, useState } from "react";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { Button } from "#app/ui/button.tsx";
import { useNow, useViewerClock } from "#app/ui/clock.ts";
import { timePassed } from "#app/ui/form-texts.ts";
import { Select } from "#app/ui/select.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { clockTime, shortDay } from "#app/ui/time-format.ts";
import { bookingLimits } from "../../contract/requests.ts";
import { LengthFields } from "../booking/length-fields.tsx";
import { withOwn } from "../booking/set-length.ts";
import { dateOf, dayMinutes, instantAt, minuteOf } from "./week.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Day, time and duration, to the minute. For a set that has started only the end can be moved. */
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
  const end = start + Math.round(wish.hours * 60) * minuteMs;
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
          label="Hour"
          value={String(wish.minute - (wish.minute % 60))}
          options={fullHours.map((minute) => ({
            value: String(minute),
            words: clockTime(minute * minuteMs, "UTC", hour12).replace(":00", hour12 ? "" : ":00"),
          }))}
          isDisabled={hasBegun}
          onChange={(hour) => setWish({ ...wish, minute: Number(hour) + (wish.minute % 60) })}
        />
        <Select
          label="Minutes"
          value={String(wish.minute % 60)}
          options={Array.from({ length: 60 }, (_, minute) => ({
            value: String(minute),
            words: String(minute).padStart(2, "0"),
          }))}
          isDisabled={hasBegun}
          onChange={(minute) =>
            setWish({ ...wish, minute: wish.minute - (wish.minute % 60) + Number(minute) })
          }
        />
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <LengthFields hours={wish.hours} onHours={(hours) => setWish({ ...wish, hours })} isManager />
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

const fullHours = Array.from({ length: dayMinutes / 60 }, (_, index) => index * 60);

/** The days on which a set can be booked, today first. */
function upcomingDates(now: number, zone: string): string[] {
  const dates = Array.from({ length: bookingLimits.windowDays + 1 }, (_, day) =>
    // Noon of today plus whole days: a clock change never leads to another day.
    dateOf(instantAt(dateOf(now, zone), dayMinutes / 2, zone) + day * 24 * hourMs, zone),
  );
  return [...new Set(dates)];
}
