import { Check, Eye, EyeOff, X } from "lucide-react";
import { type SubmitEvent, useRef, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { changePasswordCall } from "#app/domains/people/accounts/calls/security.ts";
import { accountLimits, checkPassword } from "#app/domains/people/accounts/rules.ts";
import { errorCatalogue } from "#app/errors.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useRefusal } from "../settings/refusal.ts";
import { SettingsPage } from "../settings/settings-page.tsx";

const empty = { current: "", new: "", retype: "" };

/** Returns what is wrong with the length of a new password, while it is typed. */
function lengthAlert(password: string): string | null {
  const verdict = checkPassword(password, password);
  if (password === "" || verdict.ok) return null;
  return errorCatalogue[verdict.code === "password-short" ? "new-password-short" : verdict.code].message;
}

/** Nothing is trimmed: the server uses a password as it is sent, so the page mentions it where that may surprise. */
function spaceHint(password: string): string | undefined {
  return password === password.trim() ? undefined : "Your password starts or ends with a space";
}

export function PasswordPage({ username }: { username: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(empty);
  const [isShown, setShown] = useState(false);
  const refusal = useRefusal(form, {
    "wrong-password": "current",
    "new-password-short": "new",
    "password-short": "new",
    "password-long": "new",
    "password-common": "new",
    "password-mismatch": "retype",
  });
  const { isBusy, run } = useWork(refusal.tell);

  const alert = lengthAlert(typed.new);
  const doMatch = typed.new === typed.retype;
  const canSave = typed.current !== "" && typed.new !== "" && doMatch && alert === null;

  const type = (part: Partial<typeof empty>) => {
    for (const name of Object.keys(part)) refusal.forget(name as keyof typeof empty);
    setTyped((before) => ({ ...before, ...part }));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!canSave) return;
    void run(async () => {
      refusal.clear();
      const { type, message } = await callApi(changePasswordCall, typed);
      setTyped(empty);
      showToast(type, message);
    });
  };

  const inputType = isShown ? "text" : "password";
  return (
    <SettingsPage
      title="Change Password"
      intro="The new password takes effect immediately. All other devices are signed out."
    >
      <form ref={form} onSubmit={submit} className="mt-6 flex max-w-sm flex-col gap-2" noValidate>
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <Field
          label="Current password"
          type={inputType}
          autoComplete="current-password"
          value={typed.current}
          onChange={(event) => type({ current: event.target.value })}
          error={refusal.at("current")}
          hint={spaceHint(typed.current)}
        />
        <Field
          label="New password"
          type={inputType}
          autoComplete="new-password"
          value={typed.new}
          onChange={(event) => type({ new: event.target.value })}
          error={refusal.at("new") ?? alert}
          hint={spaceHint(typed.new) ?? `At least ${accountLimits.passwordMin} characters`}
        />
        <Field
          label="Confirm new password"
          type={inputType}
          autoComplete="new-password"
          value={typed.retype}
          onChange={(event) => type({ retype: event.target.value })}
          error={refusal.at("retype")}
          end={typed.retype !== "" && <MatchMark doMatch={doMatch} />}
        />
        <div className="mt-2 flex flex-wrap gap-3">
          <Button type="submit" tone="solid" disabled={!canSave} isBusy={isBusy}>
            Change Password
          </Button>
          <Button
            tone="bare"
            aria-pressed={isShown}
            icon={
              isShown ? (
                <EyeOff aria-hidden="true" className="size-4" />
              ) : (
                <Eye aria-hidden="true" className="size-4" />
              )
            }
            onClick={() => setShown(!isShown)}
          >
            Show passwords
          </Button>
        </div>
      </form>
      <UnsavedGuard isDirty={typed.new !== "" && !isBusy} />
    </SettingsPage>
  );
}

function MatchMark({ doMatch }: { doMatch: boolean }) {
  const Icon = doMatch ? Check : X;
  return (
    <output className={doMatch ? "text-green" : "text-red"}>
      <Icon aria-hidden="true" className="size-5" />
      <span className="sr-only">{doMatch ? "The passwords match" : "The passwords do not match"}</span>
    </output>
  );
}
