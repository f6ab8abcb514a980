import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { useSWRConfig } from "swr";
import { ApiFailure, callApi, showFailure } from "#app/api-client.ts";
import type { WebhookEvent } from "#app/domains/people/deliveries/event-names.ts";
import { Button } from "#app/ui/button.tsx";
import { countOf } from "#app/ui/number.ts";
import { Toggle } from "#app/ui/toggle.tsx";
import { useWork } from "#app/ui/use-work.ts";
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
      {!webhook.isConfirmed && (
        <p className="mt-2 text-14 text-ink-2">
          Not confirmed: this address has to answer the challenge before anything else is sent to it.{" "}
          <Link to="/webhooks#confirm" className="text-ink underline">
            How to answer
          </Link>
        </p>
      )}
      {secret}
      <Test webhook={webhook} onConfirm={() => onChange({ ...webhook, isConfirmed: true })}>
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
function Test({
  webhook: { id, isConfirmed },
  onConfirm,
  children,
}: {
  webhook: WebhookView;
  /** The address has answered the challenge, and got the test. */
  onConfirm: () => void;
  children: ReactNode;
}) {
  const { mutate } = useSWRConfig();
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) => {
    if (error instanceof ApiFailure && error.code === "webhook-unconfirmed") setProblem(error.message);
    else showFailure(error);
  });
  const [tested, setTested] = useState<WebhookDeliveryView | null>(null);
  const press = () =>
    run(async () => {
      setTested(null);
      setProblem(null);
      setTested(await callApi(testWebhookCall, { webhook: id }));
      if (!isConfirmed) onConfirm();
      await mutate(deliveryLogKey(id));
    });
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button isBusy={isBusy} onClick={() => void press()}>
          {isConfirmed ? "Send Test Event" : "Confirm and Test"}
        </Button>
        {children}
      </div>
      <div aria-live="polite">
        {problem !== null && <p className="mt-3 text-14 text-ink-2">{problem}</p>}
        {tested && <DeliveryOutcome delivery={tested} className="mt-3" />}
      </div>
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
