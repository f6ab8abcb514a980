import type { ReactNode } from "react";
import { Select } from "#app/ui/select.tsx";
import { shortDay } from "#app/ui/time-format.ts";
import { LengthFields } from "./length-fields.tsx";
import { withOwn } from "./set-length.ts";
import { bookingDates, dayOf, type StartTime } from "./start-time.ts";

const hours = Array.from({ length: 12 }, (_, index) => index + 1);
const minutes = [0, 30];
const everyMinute = Array.from({ length: 60 }, (_, index) => index);

/** The day, the time on a clock of twelve hours and the duration of a set; a manager of its stage has every minute. */
export function StartFields({
  now,
  zone,
  start,
  onStart,
  duration,
  onDuration,
  isManager,
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
  isManager: boolean;
  /** Fields that can no longer be changed, or not by this viewer. */
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
          options={withOwn(isManager ? everyMinute : minutes, start.minute).map((minute) => ({
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
        <LengthFields
          hours={duration}
          onHours={onDuration}
          isManager={isManager}
          isDisabled={fixed === "all"}
        />
        {children}
      </div>
    </>
  );
}
