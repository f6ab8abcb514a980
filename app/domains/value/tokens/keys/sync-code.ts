/**
 * The code with which one device passes the phrase to another: 80 random bits as 16 characters. Two things follow from
 * it: a tag, which the server compares, and a key, which never leaves the devices. The tag says nothing about the key.
 */
import { toBase64Url } from "#app/domains/people/accounts/token.ts";
import { deriveAesKey, deriveBytes } from "./derived-key.ts";

/** Crockford's alphabet: without I, L, O and U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeBytes = 10;
const codeLength = 16;

/** Five bits a character. */
export function newSyncCode(): string {
  const bits = Array.from(crypto.getRandomValues(new Uint8Array(codeBytes)), (byte) =>
    byte.toString(2).padStart(8, "0"),
  ).join("");
  return Array.from(
    { length: codeLength },
    (_, at) => alphabet[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)],
  ).join("");
}

/** Returns the code in groups of four, for reading. */
export function showSyncCode(code: string): string {
  return code.match(/.{1,4}/g)?.join(" ") ?? "";
}

/** The code that was typed: letters of any case, easily confused ones, spaces and dashes. Null where it is not one. */
export function readSyncCode(typed: string): string | null {
  const code = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\-–—]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}

/** `tag` is sent to the server, `key` never is. */
export async function fromSyncCode(code: string): Promise<{ tag: string; key: CryptoKey }> {
  const secret = new TextEncoder().encode(code);
  const [tag, key] = await Promise.all([
    deriveBytes(secret, "cue sync tag 1", 16),
    deriveAesKey(secret, "cue sync key 1"),
  ]);
  return { tag: toBase64Url(tag), key };
}
