import type { ErrorCode, Refusal } from "#app/errors.ts";
import { toLatinLook } from "./confusables.ts";

type Verdict = { ok: true } | Refusal;
const refuse = (code: ErrorCode): Refusal => ({ ok: false, code });

export const accountLimits = {
  usernameLength: 30,
  emailLength: 254,
  passwordMin: 8,
  passwordMax: 128,
} as const;

/** A username as it is stored and shown: composed, without spaces around it. */
export function cleanUsername(username: string): string {
  return username.normalize("NFC").trim();
}

/**
 * The form in which usernames are compared: two names with the same one are one name. Case, compatibility forms
 * (ﬁ, Ａ) and look-alike letters of other scripts make no difference, so nobody can pose as somebody else.
 */
export function foldUsername(username: string): string {
  return toLatinLook(cleanUsername(username).normalize("NFKC").toLowerCase().normalize("NFC"));
}

const letterOrDigit = String.raw`[\p{L}\p{Nd}][\p{Mn}\p{Mc}]{0,2}`;
/** Begins with a letter or digit; a space, dot or underscore stands alone. */
const usernamePattern = new RegExp(`^(?:${letterOrDigit})+(?:[ ._](?:${letterOrDigit})+)*[._]?$`, "u");

/** Letters of any script, digits, spaces, dots and underscores; 1 to 30 characters after trimming. */
export function checkUsername(username: string): Verdict {
  const clean = cleanUsername(username);
  const isValid = Array.from(clean).length <= accountLimits.usernameLength && usernamePattern.test(clean);
  return isValid ? { ok: true } : refuse("username-invalid");
}

const usernameKeepMs = 30 * 24 * 3_600_000;

/** Epoch ms from which the username may be changed again; 0 for one that was never changed. */
export function usernameChangeableAt(user: { usernameChangedAt: number | null }): number {
  return user.usernameChangedAt === null ? 0 : user.usernameChangedAt + usernameKeepMs;
}

/** A username changes every 30 days at most. `now` is epoch ms. */
export function canChangeUsername(user: { usernameChangedAt: number | null }, now: number): Verdict {
  const waitMs = usernameChangeableAt(user) - now;
  return waitMs <= 0 ? { ok: true } : { ok: false, code: "username-too-soon", retryAfterMs: waitMs };
}

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** One mailbox, however it is typed. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function checkEmail(email: string): Verdict {
  const clean = email.trim();
  const isValid = clean.length <= accountLimits.emailLength && emailPattern.test(clean);
  return isValid ? { ok: true } : refuse("email-invalid");
}

/** A password is taken exactly as it comes: nothing is trimmed, cut or folded. */
export function checkPassword(password: string, retype: string): Verdict {
  const length = Array.from(password).length;
  if (length < accountLimits.passwordMin) return refuse("password-short");
  if (length > accountLimits.passwordMax) return refuse("password-long");
  return password === retype ? { ok: true } : refuse("password-mismatch");
}
