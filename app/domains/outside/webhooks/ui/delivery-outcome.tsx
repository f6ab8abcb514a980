import clsx from "clsx";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { WebhookDeliveryView } from "../contract.ts";

type Status = WebhookDeliveryView["status"];

const tones: Record<Status, LampTone> = {
  waiting: "amber",
  sending: "amber",
  sent: "green",
  unsure: "red",
  failed: "red",
};
const words: Record<Status, string> = {
  waiting: "Waiting",
  sending: "Sending",
  sent: "Delivered",
  unsure: "No response",
  failed: "Failed",
};

/** Shows the outcome of a call: its state, and how the receiver responded. */
export function DeliveryOutcome({
  delivery,
  className,
}: {
  delivery: WebhookDeliveryView;
  className?: string;
}) {
  const { status, event, details, nextTryAt, changedAt } = delivery;
  return (
    <div className={clsx("min-w-0", className)}>
      <p className="flex flex-wrap items-center gap-x-2 text-16">
        <Lamp tone={tones[status]} />
        {words[status]}
        <code className="text-14 text-ink-2">{event}</code>
        <LocalTime at={changedAt} shape="day-clock" className="tabular text-14 text-ink-3" />
      </p>
      {details !== null && (
        <p className="mt-1 max-w-[60ch] text-14 wrap-anywhere text-ink-2" dir="auto">
          {details}
        </p>
      )}
      {nextTryAt !== null && (
        <p className="mt-1 text-14 text-ink-3">
          Next attempt: <LocalTime at={nextTryAt} shape="day-clock" />
        </p>
      )}
    </div>
  );
}
