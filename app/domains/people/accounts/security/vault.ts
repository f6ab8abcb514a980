import type { Vault } from "#app/context.ts";
import { fromBase64Url, toBase64Url } from "../token.ts";

const ivBytes = 12;
const encode = (text: string) => new TextEncoder().encode(text);

/** AES-256-GCM with keys derived from the instance's secret, one for each purpose. */
export function createVault(secret: string): Vault {
  return {
    async seal(plain, purpose) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const key = await deriveKey(secret, purpose);
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, encode(plain)));
      return `${toBase64Url(iv)}.${toBase64Url(sealed)}`;
    },
    async open(sealed, purpose) {
      const [iv = "", text = ""] = sealed.split(".", 2);
      const key = await deriveKey(secret, purpose);
      const plain = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv: fromBase64Url(iv) },
        key,
        fromBase64Url(text),
      );
      return new TextDecoder().decode(plain);
    },
  };
}

async function deriveKey(secret: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encode(`vault:${purpose}`) },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
