import { Send } from "lucide-react";
import { callApi, showFailure } from "#app/api-client.ts";
import { testDevicesCall } from "#app/domains/notifications/calls.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { Section } from "../settings/settings-page.tsx";
import { type DeviceState, useDevice } from "./use-device.ts";

const reasons: Partial<Record<DeviceState, string>> = {
  checking: "One moment: this browser is being asked.",
  unsupported: "This browser cannot show notices while Cue is closed.",
  "not offered": "Notices while Cue is closed are not offered on this site.",
  failed: "Whether this browser shows notices could not be found out.",
  install: "On this device it works once Cue is on the home screen: choose Share, then “Add to Home Screen”.",
  denied:
    "This browser is set to show no notices from Cue. Allow them in its settings for this site, then come back.",
};

/** Whether this browser shows notices while no page of Cue is open. */
export function DeviceSection({ pushKey }: { pushKey: string | null }) {
  const { state, turn, checkAgain } = useDevice(pushKey);
  const reason = reasons[state];
  return (
    <Section title="On this device">
      <div className="-my-2">
        <Toggle
          label="Show notices here"
          description={
            reason ??
            "Also while Cue is closed, until you log out in this browser. Messages show who has written and what."
          }
          isOn={state === "on"}
          onChange={turn}
          unavailable={reason}
        />
        {state === "on" && <TestButton />}
        {state === "failed" && (
          <Button className="mb-3" onClick={checkAgain}>
            Try again
          </Button>
        )}
      </div>
    </Section>
  );
}

function TestButton() {
  const { isBusy, run } = useWork(showFailure);
  const send = () =>
    run(async () => {
      const { type, message } = await callApi(testDevicesCall);
      showToast(type, message);
    });
  return (
    <Button
      icon={<Send aria-hidden="true" className="size-4" />}
      isBusy={isBusy}
      className="mb-3"
      onClick={() => void send()}
    >
      Send me a test
    </Button>
  );
}
