import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { cancelKeyChangeCall, setOnlyDevicesCall } from "#app/domains/value/tokens/calls/keys.ts";
import type { KeysView } from "#app/domains/value/tokens/contract/keys.ts";
import { Button } from "#app/ui/button.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { CreatePhrase } from "./create-phrase.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { Panel, Part, Row, Text } from "./panel.tsx";
import { Unlock } from "./unlock.tsx";
import { type Entropy, endOnlyDevices, type LoadedKeys, sendNewKey } from "./wallet-work.ts";

type Step = "none" | "off" | "old" | { old: Entropy | null };

interface SwitchProps {
  keys: LoadedKeys;
  show: (view: KeysView) => Promise<unknown>;
}

/** "Only my devices may tip", another phrase, and what of them waits for 72 hours. */
export function SwitchPart({ keys, show }: SwitchProps) {
  const [step, setStep] = useState<Step>("none");
  const { isBusy, run } = useWork(showFailure);
  const close = () => setStep("none");
  const end = async (entropy: Entropy | null) => {
    const view = await endOnlyDevices(keys, entropy);
    close();
    await show(view);
  };
  const turnOn = async () => {
    try {
      await show(await callApi(setOnlyDevicesCall, { isOn: true }));
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  const replace = (next: Entropy, old: Entropy | null) =>
    run(async () => {
      const view = await sendNewKey(keys, next, old);
      close();
      const isDone = view.change === null;
      showToast(
        "confirm",
        isDone ? "Your wallet has its new key. Add your devices again." : "The new key waits for 72 hours.",
      );
      await show(view);
    });
  return (
    <Part title="Protection">
      {keys.change && <Waiting change={keys.change} show={show} />}
      <Toggle
        label="Only my devices may tip"
        description="A stolen login can then no longer spend your tokens. Turning it off takes your phrase, or 72 hours."
        isOn={keys.isOnlyDevices}
        onChange={(isOn) => {
          if (isOn) return turnOn();
          setStep("off");
          return Promise.resolve(false);
        }}
        unavailable={keys.devices.length === 0 && !keys.isOnlyDevices ? "Add this device first." : undefined}
      />
      {step === "off" && (
        <Panel title="Let Every Logged-In Device Tip Again">
          <Unlock keys={keys} onEntropy={end} onClose={close} />
          <Text>
            Without your phrase it takes 72 hours. We email you now and when it is done. Until then, you can
            cancel.
          </Text>
          <Row>
            <Button isBusy={isBusy} onClick={() => void run(() => end(null))}>
              Turn Off in 72 Hours
            </Button>
          </Row>
        </Panel>
      )}
      {step === "none" && (
        <Row>
          <Button onClick={() => setStep("old")}>Use Another Phrase</Button>
        </Row>
      )}
      {step === "old" && (
        <Panel title="Use Another Phrase">
          <Text>
            Your tokens stay. The devices and the backup of the old phrase are removed. If you have the old
            phrase, the new one takes effect now.
          </Text>
          <Unlock keys={keys} onEntropy={async (old) => setStep({ old })} onClose={close} />
          <Text>
            If you lost the old phrase, the new one takes effect in 72 hours. We email you now and when it
            does.
          </Text>
          <Row>
            <Button onClick={() => setStep({ old: null })}>I Lost the Old Phrase</Button>
          </Row>
        </Panel>
      )}
      {typeof step !== "string" && (
        <LeaveGuard>
          <CreatePhrase isBusy={isBusy} onDone={(next) => void replace(next, step.old)} onClose={close} />
        </LeaveGuard>
      )}
    </Part>
  );
}

function Waiting({
  change: { kind, endsAt },
  show,
}: {
  change: NonNullable<KeysView["change"]>;
  show: SwitchProps["show"];
}) {
  const { isBusy, run } = useWork(showFailure);
  const cancel = () =>
    run(async () => {
      await show(await callApi(cancelKeyChangeCall));
      showToast("confirm", "Cancelled. Everything stays as it is.");
    });
  return (
    <div className="mb-4 border-l-4 border-l-amber bg-raised px-4 py-3">
      <p className="text-16">
        {kind === "key" ? "Your wallet gets a new key on " : "Every logged-in device may tip again from "}
        <LocalTime at={endsAt} shape="day-clock" />.
      </p>
      <Text>If you did not ask for this, cancel it and change your password.</Text>
      <Row>
        <Button tone="solid" isBusy={isBusy} onClick={() => void cancel()}>
          Cancel This Change
        </Button>
      </Row>
    </div>
  );
}
