import { Bell, BellRing } from "lucide-react";
import { callApi, showFailure } from "#app/api-client.ts";
import { StageView } from "#app/domains/stages/contract.ts";
import { Button } from "#app/ui/button.tsx";

interface Subscription {
  isOn: boolean;
  count: number;
}

/** Shown at once as it will be; taken back when the server refuses. */
export function SubscribeButton({
  stageId,
  subscription,
  onChange,
}: {
  stageId: string;
  subscription: Subscription;
  onChange: (subscription: Subscription) => void;
}) {
  const { isOn, count } = subscription;
  const toggle = async () => {
    onChange({ isOn: !isOn, count: Math.max(0, count + (isOn ? -1 : 1)) });
    try {
      const stage = await callApi(isOn ? "/api/rooms/unsubscribe" : "/api/rooms/subscribe", {
        answer: StageView,
        body: { room: stageId },
      });
      onChange({ isOn: stage.subscribed, count: stage.subscriberCount });
    } catch (error) {
      onChange(subscription);
      showFailure(error);
    }
  };
  const Icon = isOn ? BellRing : Bell;
  return (
    <Button
      tone={isOn ? "quiet" : "solid"}
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => void toggle()}
    >
      {isOn ? "Unsubscribe" : "Subscribe"}
    </Button>
  );
}
