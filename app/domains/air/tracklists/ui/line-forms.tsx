/** The forms of one line of a tracklist, which open below it. */
import { type FormEvent, useState } from "react";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { type RecordingClock, timeIn } from "../../replays/recording-clock.ts";
import type { TracklistLine } from "../contract/tracklists.ts";
import { hiddenForGood } from "../rules.ts";
import { FormButtons } from "./form-buttons.tsx";
import { readOffset, timeText, wrongTime } from "./texts.ts";

const steps = [-10, -1, 1, 10] as const;

/** A time into the recording: typed, or moved by a second or ten. */
function TimeField({
  label,
  text,
  error,
  onChange,
}: {
  label: string;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const at = readOffset(text);
  return (
    <div>
      <Field
        label={label}
        value={text}
        inputMode="text"
        autoComplete="off"
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="mb-2 flex flex-wrap gap-1">
        {steps.map((step) => (
          <Button
            key={step}
            className="tabular px-3!"
            disabled={at === null}
            aria-label={`${label} ${Math.abs(step)} s ${step < 0 ? "earlier" : "later"}`}
            onClick={() => onChange(clockOffset(Math.max(0, (at ?? 0) + step * 1_000)))}
          >
            {step < 0 ? `−${-step} s` : `+${step} s`}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Start and end of a line. An empty end: it is heard until the next line, or still. */
export function TimesForm({
  line,
  clock,
  onMove,
  onClose,
}: {
  line: TracklistLine;
  clock: RecordingClock;
  onMove: (start: number, end: number | null) => void;
  onClose: () => void;
}) {
  const [start, setStart] = useState(timeText(line.start, clock));
  const [end, setEnd] = useState(line.end === null ? "" : timeText(line.end, clock));
  const [error, setError] = useState<{ start?: string; end?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What was not typed keeps its exact time.
    const exact = (text: string, at: number | null) => {
      if (at !== null && timeText(at, clock) === text.trim()) return at;
      const offset = readOffset(text);
      return offset === null ? null : timeIn(clock, offset);
    };
    const startAt = exact(start, line.start);
    const endAt = end.trim() === "" ? null : exact(end, line.end);
    if (startAt === null) return setError({ start: wrongTime });
    if (end.trim() !== "" && endAt === null) return setError({ end: wrongTime });
    if (endAt !== null && endAt <= startAt) return setError({ end: "The end must be after the start." });
    onMove(startAt, endAt);
  };
  return (
    <form onSubmit={submit} className="grid gap-x-3 sm:grid-cols-2">
      <TimeField label="Start" text={start} error={error.start} onChange={setStart} />
      <TimeField label="End" text={end} error={error.end} onChange={setEnd} />
      <FormButtons action="Save Times" onClose={onClose} />
    </form>
  );
}

/** Shows the form for the time at which another track begins within a line. */
export function SplitForm({
  line,
  clock,
  now,
  onSplit,
  onClose,
}: {
  line: TracklistLine;
  clock: RecordingClock;
  now: number;
  onSplit: (at: number) => void;
  onClose: () => void;
}) {
  const end = line.end ?? now;
  const [text, setText] = useState(timeText((line.start + end) / 2, clock));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const offset = readOffset(text);
    if (offset === null) return setError(wrongTime);
    const at = timeIn(clock, offset);
    if (at <= line.start || at >= end)
      return setError(`Choose a time between ${timeText(line.start, clock)} and ${timeText(end, clock)}.`);
    onSplit(at);
  };
  return (
    <form onSubmit={submit} className="max-w-sm">
      <TimeField label="The next track starts at" text={text} error={error} onChange={setText} />
      <FormButtons action="Split" onClose={onClose} />
    </form>
  );
}

/** Shows the form for the time until which others see "ID – ID". */
export function HideForm({
  line,
  now,
  onHide,
  onClose,
}: {
  line: TracklistLine;
  now: number;
  onHide: (until: number | null) => void;
  onClose: () => void;
}) {
  const [day, setDay] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Midnight where the viewer is.
    const until = new Date(`${day}T00:00`).getTime();
    if (!(until > now)) return setError("Choose a day in the future.");
    onHide(until);
  };
  return (
    <form onSubmit={submit} className="max-w-md">
      <p className="mb-3 text-14 text-ink-2">
        Others see “ID – ID”. Only your own reports to collecting societies name the track.
      </p>
      <Field
        label="Show from"
        type="date"
        value={day}
        error={error}
        onChange={(event) => {
          setDay(event.target.value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="solid">
          Hide Until Then
        </Button>
        <Button onClick={() => onHide(hiddenForGood)}>Hide for Good</Button>
        {line.hiddenUntil !== null && <Button onClick={() => onHide(null)}>Show Now</Button>}
        <Button tone="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
