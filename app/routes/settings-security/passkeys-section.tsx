import { Plus } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { cleanLine, invisibleProblem } from "#app/domains/base/text/clean.ts";
import type { PasskeyView } from "#app/domains/people/accounts/contract/security.ts";
import { hasPasskeys } from "#app/domains/people/accounts/ui/passkey-support.ts";
import { Field } from "#app/ui/field.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { PasswordField } from "../landing/password-field.tsx";
import { PasskeyRow } from "./passkey-row.tsx";
import { TaskForm, Tasks, useTask } from "./tasks.tsx";

const longestName = 60;
const never = () => () => {};

export function PasskeysSection({ passkeys, thisDevice }: { passkeys: PasskeyView[]; thisDevice: string }) {
  // On the server, support is the better assumption.
  const isSupported = useSyncExternalStore(never, hasPasskeys, () => true);
  return (
    <Section
      title="Passkeys"
      intro="Log in with your fingerprint, face or device PIN. There is no password to type, and nothing a fake site could steal."
    >
      {passkeys.length === 0 ? (
        <>
          <p className="text-16 text-ink-2">You have no passkeys yet</p>
          <p className="mt-1 max-w-[60ch] text-14 text-ink-3">
            Add one on each device you use, or one that your browser syncs to all of them.
          </p>
        </>
      ) : (
        <ul className="border-t border-tick">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isSupported ? (
        <Tasks
          tasks={[
            {
              label: "Add a Passkey",
              icon: <Plus aria-hidden="true" className="size-4" />,
              form: (close) => <AddPasskeyForm suggestion={thisDevice} onClose={close} />,
            },
          ]}
        />
      ) : (
        <p className="mt-4 text-14 text-ink-2">
          This browser does not support passkeys. Open this page in another browser to add one.
        </p>
      )}
    </Section>
  );
}

function AddPasskeyForm({ suggestion, onClose }: { suggestion: string; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [name, setName] = useState(suggestion.slice(0, longestName));
  const [password, setPassword] = useState("");
  const { form, isBusy, refusal, run } = useTask({ "bad-input": "name", "wrong-password": "password" });
  const send = () =>
    run(async () => {
      const { addPasskey } = await import("#app/domains/people/accounts/ui/passkey-keeping.ts");
      const added = await addPasskey({ name: cleanLine(name), password });
      if (added === null) return;
      await revalidate();
      showToast("confirm", `The passkey “${added.name}” was added.`);
      onClose();
    });
  return (
    <TaskForm
      form={form}
      action="Add Passkey"
      canSend={cleanLine(name) !== "" && password !== ""}
      isBusy={isBusy}
      onSend={send}
      onClose={onClose}
    >
      <Field
        className="mb-2"
        label="Passkey name"
        maxLength={longestName}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          refusal.forget("name");
          setName(event.target.value);
        }}
        error={refusal.at("name") ?? invisibleProblem(name)}
        hint="To tell it apart from others"
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          refusal.forget("password");
          setPassword(event.target.value);
        }}
        error={refusal.at("password")}
        hint="Your browser will guide you from there"
      />
    </TaskForm>
  );
}
