import { type ReactNode, useState } from "react";
import { useSWRConfig } from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { countOf } from "#app/ui/number.ts";
import { Toggle } from "#app/ui/toggle.tsx";
import { useWork } from "#app/ui/use-work.ts";
import type { WebhookEvent } from "../../deliveries/event-names.ts";
import { testWebhookCall, updateWebhookCall } from "../calls.ts";
import type { WebhookDeliveryView, WebhookView } from "../contract.ts";
import { DeliveryLog, deliveryLogKey } from "./delivery-log.tsx";
import { DeliveryOutcome } from "./delivery-outcome.tsx";
import { EventBoxes } from "./event-boxes.tsx";

/** One webhook: what it is called for, a test, and what was sent to it. */
export function WebhookRow({
  webhook,
  secret,
  onChange,
  onRemove,
  onRoll,
}: {
  webhook: WebhookView;
  /** Its secret, in the moment in which it is known. */
  secret: ReactNode;
  onChange: (webhook: WebhookView) => void;
  onRemove: () => void;
  onRoll: () => void;
}) {
  const [open, setOpen] = useState<"events" | "log" | null>(null);
  const update = async (change: { events?: WebhookEvent[]; isOn?: boolean }) => {
    try {
      onChange(await callApi(updateWebhookCall, { webhook: webhook.id, ...change }));
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  const toggle = (part: "events" | "log") => ({
    "aria-expanded": open === part,
    onClick: () => setOpen(open === part ? null : part),
  });
  return (
    <li className="border-t border-tick py-3">
      <p className="font-semibold break-all" dir="ltr">
        {webhook.url}
      </p>
      <Toggle
        label="Call this address"
        description={webhook.offReason ?? undefined}
        isOn={webhook.isOn}
        onChange={(isOn) => update({ isOn })}
      />
      {secret}
      <Test webhook={webhook.id}>
        <Button {...toggle("log")}>Deliveries</Button>
        <Button {...toggle("events")}>{countOf(webhook.events.length, "Event", "Events")}</Button>
        <Button onClick={onRoll} aria-haspopup="dialog">
          New Secret
        </Button>
        <Button onClick={onRemove} aria-haspopup="dialog">
          Remove
        </Button>
      </Test>
      {open === "events" && <Events webhook={webhook} onSave={(events) => update({ events })} />}
      {open === "log" && <DeliveryLog webhook={webhook.id} />}
    </li>
  );
}

/** The buttons of the webhook, and the outcome of the latest test below them. */
function Test({ webhook, children }: { webhook: string; children: ReactNode }) {
  const { mutate } = useSWRConfig();
  const { isBusy, run } = useWork(showFailure);
  const [tested, setTested] = useState<WebhookDeliveryView | null>(null);
  const press = () =>
    run(async () => {
      setTested(null);
      setTested(await callApi(testWebhookCall, { webhook }));
      await mutate(deliveryLogKey(webhook));
    });
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button isBusy={isBusy} onClick={() => void press()}>
          Send Test Event
        </Button>
        {children}
      </div>
      <div aria-live="polite">{tested && <DeliveryOutcome delivery={tested} className="mt-3" />}</div>
    </>
  );
}

/** Saved with each change. One event remains: a webhook for nothing is one that is off. */
function Events({
  webhook,
  onSave,
}: {
  webhook: WebhookView;
  onSave: (events: WebhookEvent[]) => Promise<boolean>;
}) {
  const { isBusy, run } = useWork(showFailure);
  const save = (events: WebhookEvent[]) =>
    run(async () => {
      if (events.length > 0) await onSave(events);
    });
  return (
    <EventBoxes
      legend="Called when"
      chosen={webhook.events}
      isBusy={isBusy}
      onChange={(events) => void save(events)}
    />
  );
}
