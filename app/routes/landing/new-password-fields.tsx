import { accountLimits, checkPassword } from "#app/domains/people/accounts/rules.ts";
import { errorCatalogue } from "#app/errors.ts";
import { PasswordField } from "./password-field.tsx";

/** A new password, typed twice. Nothing is trimmed. */
export interface NewPassword {
  password: string;
  retype: string;
}

/** Whether it can be sent: long enough, and the same both times. */
export function isAcceptable({ password, retype }: NewPassword): boolean {
  return checkPassword(password, retype).ok;
}

/**
 * The two fields with their errors, shown no earlier than they are certain: too short once the confirmation has
 * content, different once it is as long as the password.
 */
export function NewPasswordFields({
  typed,
  onChange,
}: {
  typed: NewPassword;
  onChange: (typed: NewPassword) => void;
}) {
  const isShort = typed.retype !== "" && Array.from(typed.password).length < accountLimits.passwordMin;
  const isDifferent = typed.retype.length >= typed.password.length && typed.retype !== typed.password;
  return (
    <>
      <PasswordField
        label="Password"
        name="password"
        className="mb-2"
        autoComplete="new-password"
        maxLength={accountLimits.passwordMax}
        value={typed.password}
        onChange={(event) => onChange({ ...typed, password: event.target.value })}
        error={isShort ? errorCatalogue["password-short"].message : null}
      />
      <PasswordField
        label="Confirm password"
        name="retype"
        className="mb-2"
        autoComplete="new-password"
        maxLength={accountLimits.passwordMax}
        value={typed.retype}
        onChange={(event) => onChange({ ...typed, retype: event.target.value })}
        error={!isShort && isDifferent ? errorCatalogue["password-mismatch"].message : null}
      />
    </>
  );
}
