import { type SubmitEvent, useId, useState } from "react";
import { Link } from "react-router";
import { showFailure } from "#app/api-client.ts";
import { hasPasskeys, isCalledOff } from "#app/domains/people/accounts/ui/passkey-support.ts";
import { NoPrf } from "#app/domains/value/tokens/keys/passkey-key.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { PasswordField } from "../../landing/password-field.tsx";
import { FormRow, Panel, Text } from "./panel.tsx";
import { type BackupLock, type Entropy, type LoadedKeys, storeBackup } from "./wallet-work.ts";

/** The minimum length of `password-key.ts`, which is loaded later. */
const minLength = 12;

/** Asks how the encrypted backup is opened: by a passkey, by a wallet password, or both. */
export function BackupForm({
  keys,
  entropy,
  skip,
  onDone,
  onClose,
}: {
  keys: LoadedKeys;
  entropy: Entropy;
  /** The label of the button that makes none. */
  skip: string;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const [withPasskey, setWithPasskey] = useState(hasPasskeys);
  const [withPassword, setWithPassword] = useState(!hasPasskeys());
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const { isBusy, run } = useWork((failure) => {
    if (isCalledOff(failure)) return;
    if (failure instanceof NoPrf) {
      setWithPasskey(false);
      setWithPassword(true);
    }
    showFailure(failure);
  });
  const locks: BackupLock[] = [
    ...(withPasskey ? [{ kind: "passkey" } as const] : []),
    ...(withPassword ? [{ kind: "password", password } as const] : []),
  ];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (withPassword && password.length < minLength) {
      setError(`A wallet password has at least ${minLength} characters.`);
      return;
    }
    void run(async () => {
      await storeBackup(keys, entropy, locks);
      showToast("confirm", "The encrypted backup is stored.");
      await onDone();
    });
  };
  return (
    <Panel title="Encrypted Backup">
      <Text>
        We can keep your phrase, encrypted so that we cannot read it. Choose how to open it on your next
        device.
      </Text>
      <form noValidate autoComplete="off" onSubmit={submit} className="mt-3 max-w-md">
        <Choice
          label="A passkey of your account"
          hint="Fingerprint, face or device PIN. Some browsers do not support this. If yours does not, choose a password."
          isChosen={withPasskey}
          onChoose={setWithPasskey}
        />
        {withPasskey && (
          <p className="ml-8 text-14 text-ink-3">
            No passkey yet?{" "}
            <Link to="/settings/security" className="underline">
              Add one in Security
            </Link>
          </p>
        )}
        <Choice
          label="A wallet password"
          hint="At least 12 characters, and not your login password."
          isChosen={withPassword}
          onChoose={setWithPassword}
        />
        {withPassword && (
          <PasswordField
            className="ml-8"
            label="Wallet password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => {
              setError(null);
              setPassword(event.target.value);
            }}
            error={error}
            hint="No one can reset it. Encrypting takes a few seconds."
          />
        )}
        <FormRow
          action="Store Encrypted Backup"
          back={skip}
          isBusy={isBusy}
          isIncomplete={locks.length === 0}
          onBack={onClose}
        />
      </form>
    </Panel>
  );
}

function Choice({
  label,
  hint,
  isChosen,
  onChoose,
}: {
  label: string;
  hint: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-h-11 items-start gap-3 py-2">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
        className="mt-1 size-5 shrink-0 accent-ink"
      />
      <div>
        <label htmlFor={id} className="block cursor-pointer text-16">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-14 text-ink-3">
          {hint}
        </p>
      </div>
    </div>
  );
}
