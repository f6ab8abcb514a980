import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { countOf } from "#app/ui/number.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { usePolled } from "#app/ui/use-polled.ts";
import { useWork } from "#app/ui/use-work.ts";
import { listWebhookDeliveriesCall, retryWebhookDeliveryCall } from "../calls.ts";
import type { WebhookDeliveriesView, WebhookDeliveryView } from "../contract.ts";
import { DeliveryOutcome } from "./delivery-outcome.tsx";

const pollMs = 5_000;

export const deliveryLogKey = (webhook: string) => [listWebhookDeliveriesCall.path, webhook] as const;

const isUnderWay = ({ status }: WebhookDeliveryView) => status === "waiting" || status === "sending";

/** Shows the calls to a webhook, newest first. */
export function DeliveryLog({ webhook }: { webhook: string }) {
  const { data, error, mutate } = usePolled(
    deliveryLogKey(webhook),
    () => callApi(listWebhookDeliveriesCall, { webhook }),
    { isUnderWay: ({ deliveries }) => deliveries.some(isUnderWay), everyMs: pollMs },
  );
  if (data === undefined && error)
    return (
      <div role="alert" className="mt-3">
        <p className="text-16 text-red">{error instanceof Error ? error.message : "Unknown error"}</p>
        <Button className="mt-2" onClick={() => void mutate()}>
          Try Again
        </Button>
      </div>
    );
  if (data === undefined) return <Skeleton className="mt-3 h-24" />;
  if (data.deliveries.length === 0)
    return <EmptyState title="Nothing sent yet">Send a test event to see how this works.</EmptyState>;
  return (
    <>
      <Lines webhook={webhook} deliveries={data.deliveries} onRetry={() => void mutate()} />
      {data.hasMore && <Older webhook={webhook} before={data.deliveries.at(-1)?.id ?? ""} />}
    </>
  );
}

/** Pages before this delivery, each loaded on request. */
function Older({ webhook, before }: { webhook: string; before: string }) {
  const [page, setPage] = useState<WebhookDeliveriesView | null>(null);
  const { isBusy, run } = useWork(showFailure);
  const load = () => run(async () => setPage(await callApi(listWebhookDeliveriesCall, { webhook, before })));
  if (page === null)
    return (
      <Button className="mt-3" isBusy={isBusy} onClick={() => void load()}>
        Show Older
      </Button>
    );
  return (
    <>
      <Lines webhook={webhook} deliveries={page.deliveries} onRetry={() => void load()} />
      {page.hasMore && <Older webhook={webhook} before={page.deliveries.at(-1)?.id ?? ""} />}
    </>
  );
}

function Lines({
  webhook,
  deliveries,
  onRetry,
}: {
  webhook: string;
  deliveries: readonly WebhookDeliveryView[];
  onRetry: () => void;
}) {
  return (
    <ol className="mt-3 border-b border-tick/60">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="border-t border-tick/60 py-3">
          <DeliveryOutcome delivery={delivery} />
          <details className="mt-1 text-14">
            <summary className="min-h-6 cursor-pointer text-ink-2">
              {countOf(delivery.attempts, "attempt", "attempts")}, id {delivery.id}
            </summary>
            <p className="mt-2 bg-control p-3 wrap-anywhere whitespace-pre-wrap" dir="ltr">
              <code>{delivery.body}</code>
            </p>
          </details>
          {delivery.status === "failed" && (
            <Retry webhook={webhook} delivery={delivery.id} onRetry={onRetry} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Retry({ webhook, delivery, onRetry }: { webhook: string; delivery: string; onRetry: () => void }) {
  const { isBusy, run } = useWork(showFailure);
  const press = () =>
    run(async () => {
      await callApi(retryWebhookDeliveryCall, { webhook, delivery });
      onRetry();
    });
  return (
    <Button className="mt-2" isBusy={isBusy} onClick={() => void press()}>
      Send Again
    </Button>
  );
}
