import { KeyRound } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import { isCalledOff } from "#app/domains/people/accounts/ui/passkey-support.ts";
import { readSyncCode } from "#app/domains/value/tokens/keys/sync-code.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { PasswordField } from "../../landing/password-field.tsx";
import { FormRow, Row, Text } from "./panel.tsx";
import { PhraseForm } from "./phrase-form.tsx";
import {
  type BackupLock,
  type Entropy,
  isPhraseOf,
  type LoadedKeys,
  openBackup,
  takePhrase,
  WrongOpener,
} from "./wallet-work.ts";

type Way = "choose" | "password" | "words" | "code";

/** Gets the phrase of this wallet: from the backup, typed, or from another device. It is passed on as entropy. */
export function Unlock({
  keys,
  onEntropy,
  onClose,
}: {
  keys: LoadedKeys;
  onEntropy: (entropy: Entropy) => Promise<void>;
  onClose: () => void;
}) {
  const [way, setWay] = useState<Way>("choose");
  const { isBusy, run } = useWork((error) => {
    if (!isCalledOff(error)) showFailure(error);
  });
  const ways = keys.backup?.ways ?? [];
  const back = () => setWay("choose");
  const pass = async (entropy: Entropy) => {
    if (await isPhraseOf(keys, entropy)) return onEntropy(entropy);
    throw new Error("This is the phrase of another wallet.");
  };
  const openWith = (lock: BackupLock) => run(async () => pass(await openBackup(keys, lock)));

  if (way === "words")
    return (
      <PhraseForm
        action="Continue"
        isBusy={isBusy}
        onEntropy={(it) => void run(() => pass(it))}
        onClose={back}
      />
    );
  if (way === "code")
    return (
      <CodeForm
        isBusy={isBusy}
        onCode={(code) => void run(async () => pass(await takePhrase(keys, code)))}
        onClose={back}
      />
    );
  if (way === "password") return <OpenWithPassword keys={keys} onEntropy={pass} onClose={back} />;
  return (
    <>
      <Text>This needs your recovery phrase. It stays in this browser.</Text>
      <Row>
        {ways.includes("passkey") && (
          <Button
            tone="solid"
            isBusy={isBusy}
            icon={<KeyRound aria-hidden="true" className="size-4" />}
            onClick={() => void openWith({ kind: "passkey" })}
          >
            Open Backup with Passkey
          </Button>
        )}
        {ways.includes("password") && (
          <Button onClick={() => setWay("password")}>Open Backup with Wallet Password</Button>
        )}
        <Button onClick={() => setWay("words")}>Type the 12 Words</Button>
        <Button onClick={() => setWay("code")}>Use a Code from Another Device</Button>
        <Button tone="bare" onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </>
  );
}

function OpenWithPassword({
  keys,
  onEntropy,
  onClose,
}: {
  keys: LoadedKeys;
  onEntropy: (entropy: Entropy) => Promise<void>;
  onClose: () => void;
}) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const { isBusy, run } = useWork((failure) => {
    if (failure instanceof WrongOpener) setError("That is not the wallet password of this backup.");
    else showFailure(failure);
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => onEntropy(await openBackup(keys, { kind: "password", password })));
  };
  return (
    <form noValidate onSubmit={submit} className="max-w-sm">
      <PasswordField
        label="Wallet password"
        autoComplete="off"
        value={password}
        onChange={(event) => {
          setError(null);
          setPassword(event.target.value);
        }}
        error={error}
        hint="Not your login password. Opening takes a few seconds."
      />
      <FormRow
        action="Open Backup"
        back="Back"
        isBusy={isBusy}
        isIncomplete={password === ""}
        onBack={onClose}
      />
    </form>
  );
}

function CodeForm({
  isBusy,
  onCode,
  onClose,
}: {
  isBusy: boolean;
  onCode: (code: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const code = readSyncCode(typed);
    if (code === null) setError("A code has 16 letters and digits. Check what you typed.");
    else onCode(code);
  };
  return (
    <form noValidate onSubmit={submit} className="max-w-sm">
      <Text>
        On the device that has your phrase, open Tokens and choose Show a Code. Then type its 16 characters
        here.
      </Text>
      <Field
        className="mt-3"
        label="Code from the other device"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        onChange={(event) => {
          setError(null);
          setTyped(event.target.value);
        }}
        error={error}
        hint="Spaces and lower case are fine"
      />
      <FormRow
        action="Continue"
        back="Back"
        isBusy={isBusy}
        isIncomplete={typed.trim() === ""}
        onBack={onClose}
      />
    </form>
  );
}
