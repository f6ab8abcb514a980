import { fromBase64Url } from "../token.ts";

/** Signs for the instance: anyone can check its signatures by its public key. */
export interface Signer {
  /** Ed25519, hex. */
  publicKey(): Promise<string>;
  /** The signature of this text, hex. */
  sign(text: string): Promise<string>;
}

const encode = (text: string) => new TextEncoder().encode(text);
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of PKCS #8 before the 32 bytes of an Ed25519 key (RFC 8410). */
const pkcs8Prefix = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

interface KeyPair {
  privateKey: CryptoKey;
  publicKey: string;
}

/**
 * Signs for the instance with an Ed25519 key derived from its secret. Another secret is another key: what was signed
 * before stays valid by the old public key alone, which the operators must keep.
 */
export function createSigner(secret: string): Signer {
  let derived: Promise<KeyPair> | undefined;
  const keys = () => {
    derived ??= deriveKeys(secret);
    return derived;
  };
  return {
    publicKey: async () => (await keys()).publicKey,
    async sign(text) {
      const { privateKey } = await keys();
      return toHex(new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, encode(text))));
    },
  };
}

async function deriveKeys(secret: string): Promise<KeyPair> {
  const material = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, ["deriveBits"]);
  const seed = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encode("cue token log 1") },
    material,
    256,
  );
  return importKeys(new Uint8Array(seed));
}

/** The key pair of 32 bytes. */
export async function importKeys(seed: Uint8Array): Promise<KeyPair> {
  const wrapped = new Uint8Array([...pkcs8Prefix, ...seed]);
  const privateKey = await crypto.subtle.importKey("pkcs8", wrapped, "Ed25519", true, ["sign"]);
  const { x = "" } = (await crypto.subtle.exportKey("jwk", privateKey)) as JsonWebKey;
  return { privateKey, publicKey: toHex(fromBase64Url(x)) };
}
