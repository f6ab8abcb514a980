/** Sessions, password, second factor, passkeys and the change of email address. */
import * as z from "zod/mini";
import { visibleLine } from "#app/domains/base/text/fields.ts";
import { NoticeView } from "./accounts.ts";

const Short = z.string().check(z.maxLength(400));
const Id = z.string().check(z.minLength(1), z.maxLength(400));

/** A signed-in device. `id` identifies the session without being its secret. */
export const DeviceView = z.object({
  id: z.string(),
  /** The session of this request. */
  isCurrent: z.boolean(),
  /** e.g. "Firefox on Windows"; "Unknown device" where the browser did not say. */
  name: z.string(),
  /** Two letters, or null. */
  country: z.nullable(z.string()),
  createdAt: z.number(),
  /** Rounded to the hour. */
  lastSeenAt: z.number(),
});
export type DeviceView = z.infer<typeof DeviceView>;
export const EndSessionInput = z.object({ session: Id });
export type EndSessionInput = z.infer<typeof EndSessionInput>;

/** Used exactly as sent: the server trims nothing. */
export const ChangePasswordInput = z.object({ current: Short, new: Short, retype: Short });
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;
/** Every session ends; the session of this request continues with a new token (also in its cookie). */
export const PasswordChangedView = z.object({ ...NoticeView.shape, token: z.string() });
export type PasswordChangedView = z.infer<typeof PasswordChangedView>;

export const ChangeEmailInput = z.object({ email: Short, password: Short });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;
/** The address in use, and the one that waits for confirmation from both emails. */
export const EmailView = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  pending: z.nullable(
    z.object({
      email: z.string(),
      isOldConfirmed: z.boolean(),
      isNewConfirmed: z.boolean(),
      expiresAt: z.number(),
    }),
  ),
});
export type EmailView = z.infer<typeof EmailView>;
/** `token` is the one of an emailed link. */
export const EmailLinkInput = z.object({ token: z.string().check(z.maxLength(128)) });
export type EmailLinkInput = z.infer<typeof EmailLinkInput>;
/**
 * The subject of an emailed link. `side`: which of the two addresses it was sent to; only the old one can stop the
 * change.
 */
export const EmailLinkView = z.object({
  side: z.enum(["old", "new"]),
  username: z.string(),
  /** The account's new address. */
  email: z.string(),
});
export type EmailLinkView = z.infer<typeof EmailLinkView>;

export const SecondFactorView = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() });
export type SecondFactorView = z.infer<typeof SecondFactorView>;
export const PasswordInput = z.object({ password: Short });
export type PasswordInput = z.infer<typeof PasswordInput>;
/** A code of the authenticator app, or a recovery code. */
export const CodeInput = z.object({ code: z.string().check(z.maxLength(40)) });
export type CodeInput = z.infer<typeof CodeInput>;
/** `secret` is base32 for typing; `uri` is the `otpauth://` address for the QR code. */
export const SecondFactorSetupView = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSetupView = z.infer<typeof SecondFactorSetupView>;
/** Shown once. */
export const RecoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesView = z.infer<typeof RecoveryCodesView>;

export const PasskeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
});
export type PasskeyView = z.infer<typeof PasskeyView>;
/** Options and responses of WebAuthn are sent in its own JSON forms, which @simplewebauthn checks. */
export const WebAuthnJson = z.record(z.string(), z.unknown());
export type WebAuthnJson = z.infer<typeof WebAuthnJson>;
export const AddPasskeyInput = z.object({
  name: visibleLine(60),
  response: WebAuthnJson,
});
export type AddPasskeyInput = z.infer<typeof AddPasskeyInput>;
export const PasskeyInput = z.object({ passkey: Id });
export type PasskeyInput = z.infer<typeof PasskeyInput>;
export const RenamePasskeyInput = z.object({ ...PasskeyInput.shape, name: AddPasskeyInput.shape.name });
export type RenamePasskeyInput = z.infer<typeof RenamePasskeyInput>;
export const PasskeyLogInInput = z.object({ response: WebAuthnJson });
export type PasskeyLogInInput = z.infer<typeof PasskeyLogInInput>;
