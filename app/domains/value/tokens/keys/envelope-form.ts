/** The form of an encrypted backup and of a relayed phrase. The server accepts nothing else. */
import { fromBase64Url } from "#app/domains/people/accounts/token.ts";
import { isPhraseWord } from "./phrase.ts";

export const envelopeMaxBytes = 4_096;

/** Opened by the result of a passkey's PRF for `salt`. `id` is the passkey's. */
export interface PasskeyLock {
  kind: "passkey";
  id: string;
  salt: string;
  iv: string;
  key: string;
}

/** Opened by a wallet password: Argon2id with this salt and the parameters of `password-key.ts`. */
export interface PasswordLock {
  kind: "password";
  salt: string;
  iv: string;
  key: string;
}

export type Lock = PasskeyLock | PasswordLock;

/** Bytes are base64url. `account`, `wallet` and `version` are authenticated with everything that is encrypted. */
export interface Envelope {
  form: "cue-envelope-1";
  account: string;
  wallet: string;
  /** Grows with each backup of this wallet. */
  version: number;
  iv: string;
  /** The entropy, encrypted with a random key. */
  sealed: string;
  /** The random key, encrypted once for each way to open it. */
  locks: Lock[];
}

/** A phrase on its way to another device of the same account, encrypted with a key that only the two devices have. */
export interface SealedSync {
  form: "cue-sync-1";
  iv: string;
  sealed: string;
}

/** Sizes in bytes, with the 16 that AES-GCM adds. */
const size = { iv: 12, entropy: 32, key: 48, salt: 16, prfSalt: 32 } as const;
const maxLocks = 8;

/** The envelope that this text is, or null for any other text: unknown fields, other sizes, words in the clear. */
export function readEnvelope(text: string): Envelope | null {
  const value = readObject(text, ["form", "account", "wallet", "version", "iv", "sealed", "locks"]);
  if (value === null || value["form"] !== "cue-envelope-1") return null;
  const { account, wallet, version, iv, sealed, locks } = value;
  const isRight =
    isName(account) &&
    isName(wallet) &&
    Number.isSafeInteger(version) &&
    Number(version) >= 1 &&
    isBytes(iv, size.iv) &&
    isBytes(sealed, size.entropy) &&
    Array.isArray(locks) &&
    locks.length >= 1 &&
    locks.length <= maxLocks &&
    locks.every(isLock);
  return isRight ? (value as unknown as Envelope) : null;
}

/** The same for what a sync relays. */
export function readSealedSync(text: string): SealedSync | null {
  const value = readObject(text, ["form", "iv", "sealed"]);
  if (value === null || value["form"] !== "cue-sync-1") return null;
  return isBytes(value["iv"], size.iv) && isBytes(value["sealed"], size.entropy)
    ? (value as unknown as SealedSync)
    : null;
}

function readObject(text: string, keys: readonly string[]): Record<string, unknown> | null {
  if (new TextEncoder().encode(text).length > envelopeMaxBytes) return null;
  try {
    const value: unknown = JSON.parse(text);
    // A field that is there twice would hide its first value from the checks.
    return hasKeys(value, keys) && JSON.stringify(value) === text.replaceAll(/\s/g, "") ? value : null;
  } catch {
    return null;
  }
}

function hasKeys(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).toSorted().join() === keys.toSorted().join();
}

function isLock(value: unknown): boolean {
  if (hasKeys(value, ["kind", "id", "salt", "iv", "key"]))
    return value["kind"] === "passkey" && isPasskeyId(value["id"]) && isWrapped(value, size.prfSalt);
  return (
    hasKeys(value, ["kind", "salt", "iv", "key"]) &&
    value["kind"] === "password" &&
    isWrapped(value, size.salt)
  );
}

const isWrapped = (lock: Record<string, unknown>, saltBytes: number) =>
  isBytes(lock["salt"], saltBytes) && isBytes(lock["iv"], size.iv) && isBytes(lock["key"], size.key);

const isName = (value: unknown) => isMatch(value, /^[\w-]{1,64}$/);
const isPasskeyId = (value: unknown) => isMatch(value, /^[\w-]{16,400}$/);

function isMatch(value: unknown, form: RegExp): value is string {
  return typeof value === "string" && form.test(value) && !isWritten(value);
}

/** Base64url of so many bytes, which do not look like text. */
function isBytes(value: unknown, bytes: number): boolean {
  if (!isMatch(value, /^[\w-]+$/) || value.length !== Math.ceil((bytes * 4) / 3)) return false;
  return bytes < size.entropy || !fromBase64Url(value).every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** Random bytes in base64url have neither twenty small letters in a row nor three words of the list. */
function isWritten(text: string): boolean {
  if (/[a-z]{20}/.test(text)) return true;
  const words = text.toLowerCase().split(/[^a-z]+/);
  return words.filter(isPhraseWord).length >= 3;
}
