import { Send } from "lucide-react";
import { callApi, showFailure } from "#app/api-client.ts";
import { testDevicesCall } from "#app/domains/people/notifications/calls.ts";
import { Button } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { type DeviceState, useDevice } from "./use-device.ts";

const reasons: Partial<Record<DeviceState, string>> = {
  checking: "Checking this browser.",
  unsupported: "This browser cannot show notifications while Cue is closed.",
  "not offered": "This site does not send notifications while Cue is closed.",
  failed: "We could not check whether this browser shows notifications.",
  install: "On this device, add Cue to the home screen first: choose Share, then “Add to Home Screen”.",
  denied:
    "This browser blocks notifications from Cue. Allow them in its settings for this site, then come back.",
};

/** Whether this browser shows notices while no page of Cue is open. */
export function DeviceSection({ pushKey }: { pushKey: string | null }) {
  const { state, turn, checkAgain } = useDevice(pushKey);
  const reason = reasons[state];
  return (
    <Section title="On This Device">
      <div className="-my-2">
        <Toggle
          label="Show notifications here"
          description={
            reason === undefined
              ? "Also while Cue is closed, until you log out of this browser. Message notifications show the sender and the text."
              : undefined
          }
          isOn={state === "on"}
          onChange={turn}
          unavailable={reason}
        />
        {state === "on" && <TestButton />}
        {state === "failed" && (
          <Button className="mb-3" onClick={checkAgain}>
            Try Again
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
      Send a Test
    </Button>
  );
}
