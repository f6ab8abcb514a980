import { Clock, Repeat } from "lucide-react";
import { clockChanges } from "#app/domains/base/time/clock-changes.ts";
import { Button } from "#app/ui/button.tsx";
import { clockTime, dayLabel, shortDay } from "#app/ui/time-format.ts";
import { Clashes } from "./clashes.tsx";
import { shiftText } from "./shift-text.ts";
import type { When } from "./use-when.ts";

/** A summary of the fields: the time, locally and in UTC, clock changes, and conflicts. */
export function WhenSummary({
  when,
  stageId,
  isOwnRequest,
}: {
  when: When;
  stageId: string | undefined;
  isOwnRequest: boolean;
}) {
  const { slots, telling, conflicts, nextFree } = when;
  const { zone, hour12, now } = telling;
  const [first, last] = [slots[0], slots.at(-1)];
  if (first === undefined || last === undefined) return null;
  const clock = (at: number, inZone = zone) => clockTime(at, inZone, hour12);
  return (
    <div aria-live="polite" className="mt-4 text-14 text-ink-3">
      <p className="tabular text-16 text-ink">
        {shortDay(first.startsAt, zone)}, {clock(first.startsAt)} – {clock(first.endsAt)}
      </p>
      <p className="tabular">
        {zone.replaceAll("_", " ")}
        {zone !== "UTC" && `, ${clock(first.startsAt, "UTC")} UTC`}
      </p>
      {when.isSkipped && (
        <p className="mt-1 text-amber">
          The clocks skip that time on this day. It becomes {clock(first.startsAt)}.
        </p>
      )}
      {when.problem !== null && <p className="mt-1 text-red">{when.problem}</p>}
      {slots.length > 1 && (
        <p className="mt-1 flex gap-2">
          <Repeat aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            Weekly, {slots.length} weeks, until {dayLabel(last.startsAt, now, zone)}
          </span>
        </p>
      )}
      {clockChanges(slots).map((shift) => (
        <p key={shift.week} className="mt-1 flex gap-2 text-amber">
          <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{shiftText(shift, telling)}</span>
        </p>
      ))}
      <Clashes conflicts={conflicts} weeks={slots.length} stageId={stageId} isOwnRequest={isOwnRequest} />
      {conflicts.length > 0 && nextFree !== null && (
        <Button onClick={() => when.setStartAt(nextFree)} className="mt-2">
          <span className="tabular">
            Next free: {shortDay(nextFree, zone)}, {clock(nextFree)}
          </span>
        </Button>
      )}
    </div>
  );
}
