import type { ReactNode } from "react";
import { wordFor } from "#app/ui/number.ts";
import { Select } from "#app/ui/select.tsx";
import { shortDay } from "#app/ui/time-format.ts";
import { bookingLimits } from "../../contract/requests.ts";
import { bookingDates, dayOf, type StartTime } from "./start-time.ts";

const hours = Array.from({ length: 12 }, (_, index) => index + 1);
const minutes = [0, 30];

/** The options, with the present value among them: a booked set may be further away or have an odd length. */
function withOwn<Value extends string | number>(choices: readonly Value[], own: Value): Value[] {
  return [...new Set([...choices, own])].toSorted((one, other) => (one < other ? -1 : 1));
}

/** The day, the time on a clock of twelve hours and the duration of a set. */
export function StartFields({
  now,
  zone,
  start,
  onStart,
  duration,
  onDuration,
  fixed,
  children,
}: {
  now: number;
  zone: string;
  start: StartTime;
  onStart: (start: StartTime) => void;
  /** Hours. */
  duration: number;
  onDuration: (hours: number) => void;
  /** What can no longer be changed, or not by this viewer. */
  fixed?: "start" | "all";
  /** Shown beside the duration. */
  children?: ReactNode;
}) {
  const isFixed = fixed !== undefined;
  return (
    <>
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <Select
          label="Start day"
          value={start.date}
          options={withOwn(bookingDates(now, zone), start.date).map((date) => ({
            value: date,
            words: shortDay(dayOf(date, zone).startsAt, zone),
          }))}
          isDisabled={isFixed}
          onChange={(date) => onStart({ ...start, date })}
          className="max-sm:col-span-3"
        />
        <Select
          label="Hour"
          value={String(start.hour)}
          options={hours.map((hour) => ({ value: String(hour), words: String(hour) }))}
          isDisabled={isFixed}
          onChange={(hour) => onStart({ ...start, hour: Number(hour) })}
        />
        <Select
          label="Minutes"
          value={String(start.minute)}
          options={withOwn(minutes, start.minute).map((minute) => ({
            value: String(minute),
            words: String(minute).padStart(2, "0"),
          }))}
          isDisabled={isFixed}
          onChange={(minute) => onStart({ ...start, minute: Number(minute) })}
        />
        <Select
          label="AM or PM"
          value={start.period}
          options={[
            { value: "AM", words: "AM" },
            { value: "PM", words: "PM" },
          ]}
          isDisabled={isFixed}
          onChange={(period) => onStart({ ...start, period: period === "PM" ? "PM" : "AM" })}
        />
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Select
          label="Duration"
          value={String(duration)}
          options={withOwn(bookingLimits.durations, duration).map((length) => ({
            value: String(length),
            words: `${Number(length.toFixed(2))} ${wordFor(length, "hour", "hours")}`,
          }))}
          isDisabled={fixed === "all"}
          onChange={(length) => onDuration(Number(length))}
        />
        {children}
      </div>
    </>
  );
}
