import { type FormEvent, useState } from "react";
import { ApiFailure, callApi, showFailure } from "#app/api-client.ts";
import type { WebhookEvent } from "#app/domains/people/deliveries/event-names.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { addWebhookCall } from "../calls.ts";
import { maxUrlLength, type NewSecretView } from "../contract.ts";
import { webhookEvents } from "../events.ts";
import { EventBoxes } from "./event-boxes.tsx";

export function AddWebhook({ stage, onAdd }: { stage?: string; onAdd: (added: NewSecretView) => void }) {
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) => {
    const isAboutUrl = error instanceof ApiFailure && error.code === "webhook-address";
    if (isAboutUrl) setProblem(error.message);
    else showFailure(error);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      onAdd(await callApi(addWebhookCall, { stage, url, events: [...events] }));
      setUrl("");
    });
  };
  return (
    <form onSubmit={submit}>
      <Field
        label="Address"
        type="url"
        required
        dir="ltr"
        autoComplete="off"
        placeholder="https://"
        maxLength={maxUrlLength}
        value={url}
        error={problem}
        hint="A public https address of your own software"
        onChange={({ target }) => {
          setUrl(target.value);
          setProblem(null);
        }}
      />
      <EventBoxes legend="Events" chosen={events} onChange={setEvents} />
      <Button type="submit" tone="solid" className="mt-4" isBusy={isBusy} disabled={events.length === 0}>
        Add Webhook
      </Button>
    </form>
  );
}
