import type { UseFormRegisterReturn } from "react-hook-form";
import * as z from "zod/mini";
import { accountLimits } from "#app/domains/accounts/rules.ts";
import { errorCatalogue } from "#app/errors.ts";
import { PasswordField } from "./password-field.tsx";

/** A new password, typed twice. Nothing is trimmed. */
export const NewPassword = z
  .object({
    password: z.string().check(z.refine((text) => Array.from(text).length >= accountLimits.passwordMin)),
    retype: z.string(),
  })
  .check(z.refine((form) => form.password === form.retype, { path: ["retype"] }));

/**
 * The two fields with what is wrong, said no earlier than it can be known: too short once the confirmation has
 * content, different once it is as long as the password.
 */
export function NewPasswordFields({
  password,
  retype,
  typed,
}: {
  password: UseFormRegisterReturn;
  retype: UseFormRegisterReturn;
  typed: { password: string; retype: string };
}) {
  const isShort = typed.retype !== "" && Array.from(typed.password).length < accountLimits.passwordMin;
  const isDifferent = typed.retype.length >= typed.password.length && typed.retype !== typed.password;
  return (
    <>
      <PasswordField
        label="Password"
        className="mb-2"
        autoComplete="new-password"
        maxLength={accountLimits.passwordMax}
        {...password}
        error={isShort ? errorCatalogue["password-short"].message : null}
      />
      <PasswordField
        label="Confirm password"
        className="mb-2"
        autoComplete="new-password"
        maxLength={accountLimits.passwordMax}
        {...retype}
        error={!isShort && isDifferent ? errorCatalogue["password-mismatch"].message : null}
      />
    </>
  );
}
