import { lazy, Suspense, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import {
  removeSecondFactorCall,
  renewRecoveryCodesCall,
} from "#app/domains/people/accounts/calls/security.ts";
import { SecondFactorView } from "#app/domains/people/accounts/contract/security.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { CodeForm } from "./code-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Tasks } from "./tasks.tsx";

const TurnOnForm = lazy(() => import("./turn-on-form.tsx"));
/** Number of codes left from which new ones should be made. */
const fewCodes = 3;

export function TwoStepSection({ view }: { view: SecondFactorView }) {
  const { revalidate } = useRevalidator();
  const state = useRef<HTMLDivElement>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);

  const show = async (codes: string[]) => {
    setRecoveryCodes(codes);
    await revalidate();
  };
  const renew = async (code: string) => {
    const body = { code };
    const renewed = await callApi(renewRecoveryCodesCall, body);
    await show(renewed.recoveryCodes);
  };
  const turnOff = async (code: string) => {
    await callApi(removeSecondFactorCall, { code });
    await revalidate();
    showToast("confirm", "Two-step log-in is off.");
    state.current?.focus();
  };
  const done = () => {
    setRecoveryCodes(null);
    state.current?.focus();
  };

  return (
    <Section
      title="Two-Step Log-In"
      intro="After your password, you enter a code from an authenticator app. A passkey counts as both steps."
    >
      <div ref={state} tabIndex={-1} className="outline-none">
        <State view={view} />
      </div>
      {recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} onDone={done} />
      ) : view.isOn ? (
        <Tasks
          tasks={[
            {
              label: "New Recovery Codes",
              form: (close) => (
                <CodeForm action="Create New Codes" onCode={renew} onClose={close}>
                  Your old codes stop working.
                </CodeForm>
              ),
            },
            {
              label: "Turn Off",
              form: (close) => (
                <CodeForm action="Turn Off" tone="danger" onCode={turnOff} onClose={close}>
                  You will log in with your password alone.
                </CodeForm>
              ),
            },
          ]}
        />
      ) : (
        <Tasks
          tasks={[
            {
              label: "Turn On",
              form: (close) => (
                <Suspense fallback={<Skeleton className="h-36 max-w-sm" />}>
                  <TurnOnForm onDone={show} onClose={close} />
                </Suspense>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}

function State({ view: { isOn, recoveryCodesLeft } }: { view: SecondFactorView }) {
  const isLow = isOn && recoveryCodesLeft <= fewCodes;
  return (
    <>
      <p className="flex items-center gap-2 text-16">
        <Lamp tone={isOn ? "green" : "off"} />
        {isOn ? "On" : "Off"}
      </p>
      <p className="mt-1 flex items-center gap-2 text-14 text-ink-2">
        {isLow && <Lamp tone="amber" />}
        {isOn ? codesLeft(recoveryCodesLeft) : "You log in with your password alone"}
        {isLow && ". Create new ones soon"}
      </p>
    </>
  );
}

const codesLeft = (count: number) => `${countOf(count, "recovery code", "recovery codes")} left`;
