import type { WebhookEvent } from "#app/domains/people/deliveries/event-names.ts";
import { webhookEvents } from "../events.ts";

const meanings: Record<WebhookEvent, string> = {
  "live.started": "A broadcast has started",
  "track.changed": "Another track is playing",
  "set.ended": "A broadcast has ended",
  "follower.added": "Someone follows or subscribes",
  "booking.requested": "A set was requested",
  "booking.answered": "A request was accepted or declined",
  "booking.created": "A set was booked",
};

/** A checkbox for each event. */
export function EventBoxes({
  legend,
  chosen,
  isBusy = false,
  onChange,
}: {
  legend: string;
  chosen: readonly WebhookEvent[];
  isBusy?: boolean;
  onChange: (chosen: WebhookEvent[]) => void;
}) {
  return (
    <fieldset disabled={isBusy} className="mt-3 min-w-0">
      <legend className="text-14 font-semibold text-ink-2">{legend}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <label key={event} className="flex min-h-11 items-center gap-3 py-1">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-ink"
              checked={chosen.includes(event)}
              onChange={({ target }) =>
                onChange(
                  webhookEvents.filter((each) => (each === event ? target.checked : chosen.includes(each))),
                )
              }
            />
            <span className="min-w-0 text-16">
              {meanings[event]} <code className="block text-14 text-ink-3">{event}</code>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
