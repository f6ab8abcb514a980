import type { RecoveredView } from "#app/domains/people/accounts/contract/recovery.ts";
import { logInPath } from "#app/paths.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { wordFor } from "#app/ui/number.ts";
import { PlainPage } from "../landing/plain-page.tsx";
import { PasskeyNames } from "./passkey-names.tsx";

/** The changes to a recovered account, and the remaining ways into it. */
export function Recovered({ sessionsEnded, passkeysRemoved, passkeysKept, isSecondFactorOn }: RecoveredView) {
  return (
    <PlainPage title="Password changed">
      <div role="alert" className="max-w-[60ch] text-16 text-ink-2">
        <p>{signedOut(sessionsEnded)}</p>
        {passkeysRemoved.length > 0 && (
          <>
            <p className="mt-3">
              These passkeys were removed. You can add yours again in your security settings:
            </p>
            <PasskeyNames names={passkeysRemoved} />
          </>
        )}
        {passkeysKept.length > 0 && (
          <>
            <p className="mt-3">These passkeys still work. Log in and remove any you do not recognize:</p>
            <PasskeyNames names={passkeysKept} />
          </>
        )}
        <p className="mt-3">
          {isSecondFactorOn
            ? "Two-step log-in is on. You need a code after your new password."
            : "Two-step log-in is off. You log in with your new password alone."}
        </p>
      </div>
      <p className="mt-6">
        <a href={logInPath("/settings/security")} className={buttonClass("solid")}>
          Log In and Check
        </a>
      </p>
    </PlainPage>
  );
}

function signedOut(devices: number): string {
  if (devices === 0) return "No device was signed in.";
  return wordFor(devices, "One device was signed out.", `${devices} devices were signed out.`);
}
