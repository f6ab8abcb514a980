import { type SubmitEvent, useState } from "react";
import { ApiFailure, callApi, leaveForLanding } from "#app/api-client.ts";
import { recoverCall } from "#app/domains/people/accounts/calls/recovery.ts";
import { RecoveredView, type RecoveryView } from "#app/domains/people/accounts/contract/recovery.ts";
import { errorCatalogue } from "#app/errors.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { deadLinkTitle } from "../landing/link-outcome.tsx";
import { isAcceptable, type NewPassword, NewPasswordFields } from "../landing/new-password-fields.tsx";
import { errorMessage, FormFailure } from "../landing/panel.tsx";
import { PlainPage } from "../landing/plain-page.tsx";
import { PasskeyChoice } from "./passkey-choice.tsx";
import { Recovered } from "./recovered.tsx";

/** A new password by an emailed link. `account` is null where the link is no longer valid. */
export function RecoverPage({ token, account }: { token: string; account: RecoveryView | null }) {
  const [isDead, setDead] = useState(account === null);
  const [keepsPasskeys, setKeepsPasskeys] = useState(false);
  const [recovered, setRecovered] = useState<RecoveredView | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [typed, setTyped] = useState<NewPassword>({ password: "", retype: "" });
  const [isDone, setDone] = useState(false);
  const { isBusy, run } = useWork((error) => {
    if (error instanceof ApiFailure && error.code === "link-used") setDead(true);
    else setFailure(errorMessage(error));
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isAcceptable(typed) || isDone) return;
    void run(async () => {
      setFailure(null);
      const answer = await callApi(recoverCall, { token, ...typed, keepPasskeys: keepsPasskeys });
      setDone(true);
      if (answer.passkeysRemoved.length + answer.passkeysKept.length > 0) setRecovered(answer);
      else leaveForLanding({ type: "confirm", message: "Password changed. Log in with your new password." });
    });
  };

  if (recovered !== null) return <Recovered {...recovered} />;
  if (isDead || account === null) {
    return (
      <PlainPage title={deadLinkTitle}>
        <p role="alert" className="text-16 text-ink-2">
          {errorCatalogue["link-used"].message}
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <a href="/?show=recover" className={buttonClass("solid")}>
            Request New Link
          </a>
          <a href="/" className={buttonClass("quiet")}>
            {" "}
            Log In{" "}
          </a>
        </p>
      </PlainPage>
    );
  }
  return (
    <PlainPage title="Choose a New Password">
      <p className="mb-6 text-16 text-ink-2">
        For the account <bdi className="font-semibold text-ink">{account.username}</bdi>. You will have to log
        in again on every device.
      </p>
      <form noValidate onSubmit={submit} className="w-full max-w-sm">
        <NewPasswordFields typed={typed} onChange={setTyped} />
        {account.passkeys.length > 0 && (
          <PasskeyChoice account={account} keeps={keepsPasskeys} onChange={setKeepsPasskeys} />
        )}
        <Button
          type="submit"
          tone="solid"
          className="w-full"
          disabled={!isAcceptable(typed)}
          isBusy={isBusy || isDone}
        >
          Change Password
        </Button>
      </form>
      <div className="w-full max-w-sm">
        <FormFailure failure={failure} onClose={() => setFailure(null)} />
      </div>
    </PlainPage>
  );
}
