import { Bell, Check } from "lucide-react";
import { useMemo } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { subscribeCall, unsubscribeCall } from "#app/domains/air/stages/calls/stages.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { Button } from "#app/ui/button.tsx";
import { useShownAtOnce } from "#app/ui/use-shown-at-once.ts";

/** Whether the viewer subscribes to a stage, and how many do; a new `stage` object replaces the state. */
export function useSubscription(stage: StageView) {
  const loaded = useMemo(() => toSubscription(stage), [stage]);
  const { shown, change } = useShownAtOnce(loaded, showFailure);
  const { isOn, count } = shown;
  return {
    ...shown,
    toggle: () =>
      change({ isOn: !isOn, count: Math.max(0, count + (isOn ? -1 : 1)) }, async () =>
        toSubscription(await callApi(isOn ? unsubscribeCall : subscribeCall, { room: stage.id })),
      ),
  };
}

const toSubscription = ({ subscribed, subscriberCount }: StageView) => ({
  isOn: subscribed,
  count: subscriberCount,
});

/** Shows that the viewer subscribes, and ends it; or offers a subscription. */
export function SubscribeButton({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
  if (!isOn) {
    return (
      <Button tone="solid" icon={<Bell aria-hidden="true" className="size-4" />} onClick={onToggle}>
        Subscribe
      </Button>
    );
  }
  return (
    <>
      <span className="flex items-center gap-1.5 px-1 text-14 text-green">
        <Check aria-hidden="true" className="size-4 shrink-0" />
        <span className="max-sm:sr-only">Subscribed</span>
      </span>
      <Button onClick={onToggle}>Unsubscribe</Button>
    </>
  );
}
