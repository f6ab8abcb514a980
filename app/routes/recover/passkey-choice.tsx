import type { RecoveryView } from "#app/domains/people/accounts/contract/recovery.ts";
import { Toggle } from "#app/ui/toggle.tsx";
import { PasskeyNames } from "./passkey-names.tsx";

/** Asks what happens to the passkeys of an account that is being recovered. */
export function PasskeyChoice({
  account,
  keeps,
  onChange,
}: {
  account: RecoveryView;
  keeps: boolean;
  onChange: (keeps: boolean) => void;
}) {
  return (
    <section aria-labelledby="passkeys-title" className="mb-6 border-y border-tick py-4">
      <h2 id="passkeys-title" className="display text-20">
        Passkeys
      </h2>
      <p className="mt-1 text-14 text-ink-2">Each of these logs in to this account without a password:</p>
      <PasskeyNames names={account.passkeys} />
      {account.isSecondFactorOn ? (
        <p className="mt-2 text-14 text-ink-2">
          Two-step log-in is on, so they stay: one may be your only way in. After you log in, remove any you
          do not recognize in your security settings.
        </p>
      ) : (
        <Toggle
          label="Keep these passkeys"
          description="Do this only if you recognize all of them. Otherwise they are removed, and you can add yours again."
          isOn={keeps}
          onChange={(isOn) => {
            onChange(isOn);
            return undefined;
          }}
        />
      )}
    </section>
  );
}
