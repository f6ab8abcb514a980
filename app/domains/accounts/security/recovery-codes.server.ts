/** Codes to be kept on paper for when the authenticator app is lost. */
import { hashToken } from "../token.ts";

const codes = 10;
const charactersPerCode = 16;
/** Crockford's base32: no letter that looks like a digit, and 5 bits a character. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ten codes of 80 random bits, e.g. "4f7k-m2xq-9tsd-0hvz". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(charactersPerCode));
    // 256 is a multiple of 32: every character is as likely as any other.
    const text = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
    return text.match(/.{4}/g)?.join("-") ?? text;
  });
}

/**
 * What the database knows a code by. A plain SHA-256 is enough: 80 random bits cannot be tried out, so there is
 * nothing that a slow or keyed hash would add. Bound to its owner, so that equal codes have no equal hashes.
 */
export function hashRecoveryCode(userId: string, code: string): Promise<string> {
  return hashToken(`recovery-code:${userId}:${cleanRecoveryCode(code)}`);
}

/** However it is typed: spaces, dashes and capitals make no difference, nor do the letters that look like digits. */
function cleanRecoveryCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
}
