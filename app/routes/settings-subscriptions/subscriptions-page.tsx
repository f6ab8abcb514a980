import { useMemo } from "react";
import { Link } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { AirBadge } from "#app/domains/air/schedule/ui/air-badge.tsx";
import {
  subscribeCall,
  toggleStageAlertCall,
  unsubscribeCall,
} from "#app/domains/air/stages/calls/stages.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { AlertButton } from "#app/domains/people/people/ui/alert-button.tsx";
import { alertChanged } from "#app/domains/people/people/ui/alert-texts.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useShownAtOnce } from "#app/ui/use-shown-at-once.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { stageHref, stageImage } from "../stage/play-source.ts";

/** The stages that the viewer subscribes to, each with its alert setting. */
export function SubscriptionsPage({ stages }: { stages: StageView[] }) {
  return (
    <SettingsPage
      title="Subscriptions"
      intro="The stages you subscribe to. Turn on an alert to be notified when a stage goes live."
    >
      {stages.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="No subscriptions yet">
            Subscribe to a stage to find it here and be notified when it goes live.{" "}
            <Link to="/" className="underline underline-offset-4">
              Browse Stages
            </Link>
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-6 border-t border-tick">
          {stages.map((stage) => (
            <Subscription key={stage.id} stage={stage} />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}

const toSubscription = ({ subscribed, alert }: StageView) => ({ isOn: subscribed, hasAlert: alert });

/** One line. It stays after the subscription has ended, so that the same button can undo a mistake. */
function Subscription({ stage }: { stage: StageView }) {
  const loaded = useMemo(() => toSubscription(stage), [stage]);
  const { shown, change } = useShownAtOnce(loaded, showFailure);
  const { isOn, hasAlert } = shown;
  const room = stage.id;
  const toggleAlert = () =>
    change({ isOn, hasAlert: !hasAlert }, async () => {
      const changed = await callApi(toggleStageAlertCall, { room, alert: !hasAlert });
      showToast("confirm", alertChanged);
      return toSubscription(changed);
    });
  const toggle = () =>
    change({ isOn: !isOn, hasAlert: !isOn }, async () =>
      toSubscription(await callApi(isOn ? unsubscribeCall : subscribeCall, { room })),
    );
  return (
    <li className="flex items-center gap-3 border-b border-tick py-3 sm:gap-4">
      <Picture src={stageImage(stage, stage)} name={stage.name} className="size-12" />
      <div className="min-w-0 grow">
        <Link to={stageHref(stage)} className="block truncate text-16 hover:underline">
          <bdi>{stage.name}</bdi>
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-14 text-ink-3">
          <AirBadge isOnAir={stage.online} state={stage.state} />
          {isOn ? (hasAlert ? "Alert on" : "Alert off") : "Not subscribed"}
        </p>
      </div>
      <AlertButton name={stage.name} isOn={hasAlert} isShown={isOn} onToggle={toggleAlert} />
      <Button onClick={toggle} className="shrink-0 max-sm:px-2!">
        {isOn ? "Unsubscribe" : "Subscribe"}
        <span className="sr-only"> {stage.name}</span>
      </Button>
    </li>
  );
}
