import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import {
  beginSecondFactorCall,
  confirmSecondFactorCall,
} from "#app/domains/people/accounts/calls/security.ts";
import { SecondFactorSetupView } from "#app/domains/people/accounts/contract/security.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Field } from "#app/ui/field.tsx";
import { QrPicture } from "#app/ui/qr-picture.tsx";
import { PasswordField } from "../landing/password-field.tsx";
import { TaskForm, useTask } from "./tasks.tsx";

interface TurnOnFormProps {
  /** Called with the recovery codes once it is on. */
  onDone: (recoveryCodes: string[]) => Promise<void>;
  onClose: () => void;
}

/** The password, then the secret for the app and a first code of it. Loaded on request: it draws the QR code. */
export default function TurnOnForm({ onDone, onClose }: TurnOnFormProps) {
  const [setup, setSetup] = useState<SecondFactorSetupView | null>(null);
  return setup ? (
    <ScanForm setup={setup} onDone={onDone} onClose={onClose} />
  ) : (
    <PasswordForm onDone={setSetup} onClose={onClose} />
  );
}

function PasswordForm({
  onDone,
  onClose,
}: {
  onDone: (setup: SecondFactorSetupView) => void;
  onClose: () => void;
}) {
  const [password, setPassword] = useState("");
  const { form, isBusy, refusal, run } = useTask({ "wrong-password": "password" });
  const send = () =>
    run(async () => {
      const body = { password };
      onDone(await callApi(beginSecondFactorCall, body));
    });
  return (
    <TaskForm
      form={form}
      action="Next"
      canSend={password !== ""}
      isBusy={isBusy}
      onSend={send}
      onClose={onClose}
    >
      <PasswordField
        ref={focusOn}
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          refusal.forget("password");
          setPassword(event.target.value);
        }}
        error={refusal.at("password")}
      />
    </TaskForm>
  );
}

function ScanForm({ setup, onDone, onClose }: TurnOnFormProps & { setup: SecondFactorSetupView }) {
  const [code, setCode] = useState("");
  const { form, isBusy, refusal, run } = useTask({ "second-factor-wrong": "code" });
  const send = () =>
    run(async () => {
      const body = { code };
      const made = await callApi(confirmSecondFactorCall, body);
      await onDone(made.recoveryCodes);
    });
  return (
    <>
      <h3 ref={focusOn} tabIndex={-1} className="text-16 font-semibold outline-none">
        Scan this QR code with your authenticator app
      </h3>
      <div className="mt-3 flex flex-wrap items-start gap-x-6 gap-y-4">
        <QrPicture text={setup.uri} label="QR code for your authenticator app" />
        <div className="min-w-0 grow basis-56">
          <p className="text-14 text-ink-2">On this phone, or without a camera:</p>
          <p className="mt-2">
            <a href={setup.uri} className={buttonClass("quiet")}>
              <ExternalLink aria-hidden="true" className="size-4" />
              Open in App
            </a>
          </p>
          <p className="mt-4 text-14 text-ink-2">Or enter this key in your app:</p>
          <p className="tabular mt-1 mb-2 text-16 tracking-wider">
            {setup.secret.match(/.{1,4}/g)?.map((part) => (
              <span key={part} className="mr-2 inline-block">
                {part}
              </span>
            ))}
          </p>
          <CopyButton text={setup.secret}>Copy Key</CopyButton>
        </div>
      </div>
      <div className="mt-5">
        <TaskForm
          form={form}
          action="Turn On"
          canSend={code.trim() !== ""}
          isBusy={isBusy}
          onSend={send}
          onClose={onClose}
        >
          <Field
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={(event) => {
              refusal.forget("code");
              setCode(event.target.value);
            }}
            error={refusal.at("code")}
            hint="Six digits that change every 30 seconds"
          />
        </TaskForm>
      </div>
    </>
  );
}

/** The element that has just appeared gets the focus. */
function focusOn(element: HTMLElement | null) {
  element?.focus();
}
