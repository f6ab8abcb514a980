import type { ErrorCode, Refusal } from "#app/errors.ts";
import { isIdShaped } from "#db/id-shape.ts";
import { isOfOneScript, nameScripts } from "./name-scripts.ts";

type Verdict = { ok: true } | Refusal;
const refuse = (code: ErrorCode): Refusal => ({ ok: false, code });

export const accountLimits = {
  usernameLength: 30,
  emailLength: 254,
  passwordMin: 8,
  passwordMax: 128,
  /** A visitor who leaves for a store keeps their referral for this time. */
  referralKeepMs: 7 * 24 * 3_600_000,
} as const;

/** A username as it is stored and shown: composed, with plain spaces, trimmed. */
export function cleanUsername(username: string): string {
  return username
    .normalize("NFC")
    .replace(/\p{Zs}/gu, " ")
    .trim();
}

/**
 * The form in which usernames are compared: names with the same form are the same name. Case (ß is SS) and
 * compatibility forms (ﬁ, Ａ) make no difference, nor does the dot that case conversion puts on an i.
 */
export function foldUsername(username: string): string {
  const plain = cleanUsername(username).normalize("NFKC");
  // To lower case and back: some capitals have several small letters, and ẞ becomes SS only by way of ß.
  const folded = plain.toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll("i\u0307", "i").normalize("NFKC");
}

/** A letter or digit of any script with the marks that belong to it, none of them invisible. */
const visible = String.raw`(?!\p{Default_Ignorable_Code_Point})`;
const letterOrDigit = String.raw`${visible}[\p{L}\p{Nd}](?:${visible}[\p{Mn}\p{Mc}]){0,4}`;
/** Starts with a letter or digit; spaces, dots and underscores only appear singly. */
const usernamePattern = new RegExp(`^(?:${letterOrDigit})+(?:[ ._](?:${letterOrDigit})+)*[._]?$`, "u");
/** A letter of another script: hieroglyphs, also blank ones. Signs without a script are those of several. */
const strangePattern = new RegExp(
  String.raw`[^${["Common", "Inherited", ...nameScripts].map((name) => String.raw`\p{Script=${name}}`).join("")}]`,
  "u",
);
/** Stacked combining marks, of any script: a tower that covers the lines above it. */
const pilePattern = /\p{Script=Inherited}{3}/u;

/**
 * Letters of one of today's scripts, digits, spaces, dots and underscores; 1 to 30 characters after trimming, and nothing
 * that looks like an id.
 */
export function checkUsername(username: string): Verdict {
  const clean = cleanUsername(username);
  const isShort = Array.from(clean).length <= accountLimits.usernameLength;
  const isWritten = usernamePattern.test(clean) && !strangePattern.test(clean);
  const isValid = isShort && isWritten && !pilePattern.test(clean);
  if (!isValid) return refuse("username-invalid");
  if (!isOfOneScript(clean)) return refuse("username-mixed");
  return isIdShaped(foldUsername(clean)) ? refuse("username-like-id") : { ok: true };
}

const usernameKeepMs = 30 * 24 * 3_600_000;

/** The time (epoch ms) from which the username may be changed again; 0 if it was never changed. */
export function usernameChangeableAt(user: { usernameChangedAt: number | null }): number {
  return user.usernameChangedAt === null ? 0 : user.usernameChangedAt + usernameKeepMs;
}

/** A username changes at most every 30 days. `now` is epoch ms. */
export function canChangeUsername(user: { usernameChangedAt: number | null }, now: number): Verdict {
  const waitMs = usernameChangeableAt(user) - now;
  return waitMs <= 0 ? { ok: true } : { ok: false, code: "username-too-soon", retryAfterMs: waitMs };
}

/** Number of accounts from one address in an hour after which the next ones cost twice the work … */
const accountsPerEffort = 10;
/** … but never more than this: some seconds on a phone. */
const maxEffort = 16;

/**
 * The multiple of the usual work that a captcha costs at an address from which `made` accounts were made in the last
 * hour: a school class gets in, a program pays more and more.
 */
export function captchaEffort(made: number): number {
  return Math.min(maxEffort, 2 ** Math.floor(made / accountsPerEffort));
}

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** The form in which addresses are compared: one per mailbox, however it is typed. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function checkEmail(email: string): Verdict {
  const clean = email.trim();
  const isValid = clean.length <= accountLimits.emailLength && emailPattern.test(clean);
  return isValid ? { ok: true } : refuse("email-invalid");
}

/** A password is used exactly as it is sent: nothing is trimmed, cut or folded. */
export function checkPassword(password: string, retype: string): Verdict {
  const length = Array.from(password).length;
  if (length < accountLimits.passwordMin) return refuse("password-short");
  if (length > accountLimits.passwordMax) return refuse("password-long");
  return password === retype ? { ok: true } : refuse("password-mismatch");
}
