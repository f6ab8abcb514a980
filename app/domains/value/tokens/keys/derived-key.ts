/** Keys for AES-256-GCM, derived from random bytes with HKDF-SHA-256, one for each purpose. */

const encode = (text: string) => new TextEncoder().encode(text);

async function bitsOf(secret: Uint8Array<ArrayBuffer>, purpose: string, bytes: number): Promise<ArrayBuffer> {
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encode(purpose) };
  return crypto.subtle.deriveBits(how, material, bytes * 8);
}

/** `bytes` bytes that say nothing about the secret or about what is derived for another purpose. */
export async function deriveBytes(
  secret: Uint8Array<ArrayBuffer>,
  purpose: string,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await bitsOf(secret, purpose, bytes));
}

export async function deriveAesKey(secret: Uint8Array<ArrayBuffer>, purpose: string): Promise<CryptoKey> {
  return aesKey(await deriveBytes(secret, purpose, 32));
}

/** Not extractable. */
export function aesKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

export const ivBytes = 12;

/** `about` is authenticated, not hidden. */
export async function encrypt(key: CryptoKey, plain: Uint8Array<ArrayBuffer>, about: string) {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const how = { name: "AES-GCM", iv, additionalData: encode(about) };
  return { iv, sealed: new Uint8Array(await crypto.subtle.encrypt(how, key, plain)) };
}

/** Throws where the key, the text or `about` is another. */
export async function decrypt(
  key: CryptoKey,
  { iv, sealed }: { iv: Uint8Array<ArrayBuffer>; sealed: Uint8Array<ArrayBuffer> },
  about: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const how = { name: "AES-GCM", iv, additionalData: encode(about) };
  return new Uint8Array(await crypto.subtle.decrypt(how, key, sealed));
}
