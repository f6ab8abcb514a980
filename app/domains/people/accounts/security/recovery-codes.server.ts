/** Codes to keep on paper, for when the authenticator app is lost. */
import { hashToken } from "../token.ts";

const codes = 10;
const charactersPerCode = 16;
/** Crockford's base32: no letter that looks like a digit, and 5 bits per character. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ten codes of 80 random bits, e.g. "4f7k-m2xq-9tsd-0hvz". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(charactersPerCode));
    // 256 is a multiple of 32: all characters are equally likely.
    const text = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
    return text.match(/.{4}/g)?.join("-") ?? text;
  });
}

/**
 * The hash under which the database stores a code. A plain SHA-256 is enough: 80 random bits cannot be guessed, so a
 * slow or keyed hash would add nothing. Bound to its owner, so that equal codes do not have equal hashes.
 */
export function hashRecoveryCode(userId: string, code: string): Promise<string> {
  return hashToken(`recovery-code:${userId}:${cleanRecoveryCode(code)}`);
}

/** However it is typed: spaces, dashes and capitals make no difference, nor do letters that look like digits. */
function cleanRecoveryCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
}
