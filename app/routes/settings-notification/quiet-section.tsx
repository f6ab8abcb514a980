import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { setQuietHoursCall } from "#app/domains/people/notifications/calls.ts";
import type { QuietHours } from "#app/domains/people/notifications/contract.ts";
import { useViewerClock } from "#app/ui/clock.ts";
import { Section } from "#app/ui/section.tsx";
import { Select } from "#app/ui/select.tsx";
import { clockTime } from "#app/ui/time-format.ts";
import { Toggle } from "#app/ui/toggle.tsx";

const step = 30;
const first = { from: 22 * 60, to: 8 * 60 };

/** Edits the times without alerts and emails, in the viewer's local time. */
export function QuietSection({ saved }: { saved: QuietHours | null }) {
  const [quiet, setQuiet] = useState(saved);
  // Unknown while the page is rendered on the server: then nothing can be pressed either.
  const { zone, hour12 } = useViewerClock() ?? { zone: "UTC", hour12: false };

  const save = async (next: QuietHours | null): Promise<boolean> => {
    const before = quiet;
    setQuiet(next);
    try {
      await callApi(setQuietHoursCall, { quietHours: next });
      return true;
    } catch (error) {
      setQuiet(before);
      showFailure(error);
      return false;
    }
  };
  // A user who sets them may have travelled with the device: the zone is the browser's.
  const change = (times: Partial<Pick<QuietHours, "from" | "to">>) =>
    void save({ ...first, ...quiet, ...times, timeZone: zone });

  return (
    <Section title="Quiet Hours">
      <div className="-my-2">
        <Toggle
          label="Quiet hours"
          description="No alerts or email during these hours. You get what you missed when they end, except who went live."
          isOn={quiet !== null}
          onChange={(isOn) => save(isOn ? { ...first, timeZone: zone } : null)}
        />
        {quiet !== null && (
          <div className="mb-3 grid max-w-sm grid-cols-2 gap-x-4 gap-y-1">
            <Select
              label="From"
              value={String(quiet.from)}
              options={timesBut(quiet.to, quiet.from, hour12)}
              onChange={(value) => change({ from: Number(value) })}
            />
            <Select
              label="To"
              value={String(quiet.to)}
              options={timesBut(quiet.from, quiet.to, hour12)}
              onChange={(value) => change({ to: Number(value) })}
            />
            <p className="col-span-2 mt-1 text-14 text-ink-3">Time zone: {placeOf(quiet.timeZone)}.</p>
          </div>
        )}
      </div>
    </Section>
  );
}

/** `America/Argentina/Buenos_Aires` is Buenos Aires. */
const placeOf = (timeZone: string) => timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;

/** Every half hour, and the present value; not the other end, which would mean none. */
function timesBut(other: number, own: number, hour12: boolean): { value: string; words: string }[] {
  const minutes = new Set([own, ...Array.from({ length: (24 * 60) / step }, (_, index) => index * step)]);
  return [...minutes]
    .filter((minute) => minute !== other)
    .toSorted((a, b) => a - b)
    .map((minute) => ({ value: String(minute), words: clockTime(minute * 60_000, "UTC", hour12) }));
}
