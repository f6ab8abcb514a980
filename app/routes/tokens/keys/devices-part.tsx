import { KeyRound } from "lucide-react";
import { useState } from "react";
import useSWR from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { removeTipDeviceCall } from "#app/domains/value/tokens/calls/keys.ts";
import type { KeysView, TipDeviceView } from "#app/domains/value/tokens/contract/keys.ts";
import { browserDevices } from "#app/domains/value/tokens/keys/browser-devices.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { Panel, Part, Row, Text } from "./panel.tsx";
import { ShowCode } from "./show-code.tsx";
import { Unlock } from "./unlock.tsx";
import type { Reload } from "./use-keys.ts";
import { addThisDevice, type LoadedKeys } from "./wallet-work.ts";

/** The devices that sign tips, a new one, and the code that passes the phrase to another. */
export function DevicesPart({
  keys,
  reload,
  show,
}: {
  keys: LoadedKeys;
  reload: Reload;
  show: (view: KeysView) => Promise<unknown>;
}) {
  const [step, setStep] = useState<"none" | "add" | "code">("none");
  const { data: kept, mutate: lookAgain } = useSWR(["device", keys.user], () =>
    browserDevices.get(keys.user).catch(() => undefined),
  );
  const { isBusy, run } = useWork(showFailure);
  const isHere = keys.devices.some(({ id }) => id === kept?.device);
  const close = () => setStep("none");
  const remove = (device: TipDeviceView) =>
    run(async () => {
      const view = await callApi(removeTipDeviceCall, { device: device.id });
      if (device.id === kept?.device) await browserDevices.remove(keys.user);
      showToast("confirm", `${device.name} can no longer sign tips.`);
      await Promise.all([show(view), lookAgain()]);
    });
  return (
    <Part title="Devices That Sign Tips">
      {keys.devices.length === 0 ? (
        <Text>No device yet. A device that signs can tip more in a day, and cannot be imitated.</Text>
      ) : (
        <ul className="border-t border-tick">
          {keys.devices.map((device) => (
            <li
              key={device.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-tick py-3"
            >
              <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
              <div className="min-w-0 grow basis-48">
                <p className="flex flex-wrap items-center gap-x-2 text-16">
                  <bdi>{device.name}</bdi>
                  {device.id === kept?.device && <Badge tone="green">THIS DEVICE</Badge>}
                </p>
                <p className="text-14 text-ink-3">
                  Added <LocalTime at={device.addedAt} shape="date" />
                </p>
              </div>
              <Button isBusy={isBusy} onClick={() => void remove(device)} className="shrink-0">
                Remove <span className="sr-only">{device.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {step === "none" && (
        <Row>
          {!isHere && <Button onClick={() => setStep("add")}>Add This Device</Button>}
          <Button onClick={() => setStep("code")}>Show a Code</Button>
        </Row>
      )}
      {step === "add" && (
        <div className="mt-4">
          <Panel title="Add This Device">
            <Unlock
              keys={keys}
              onEntropy={async (entropy) => {
                await addThisDevice(keys, entropy);
                showToast("confirm", "This device can sign tips now.");
                close();
                await Promise.all([reload(), lookAgain()]);
              }}
              onClose={close}
            />
          </Panel>
        </div>
      )}
      {step === "code" && (
        <div className="mt-4">
          <ShowCode keys={keys} onClose={close} />
        </div>
      )}
    </Part>
  );
}
