import { fromBase64Url, randomText, toBase64Url } from "#app/domains/people/accounts/token.ts";

/** A browser's keys: the public one that senders use, and the private one. */
export interface BrowserKeys {
  /** Public key, an uncompressed point; base64url. */
  p256dh: string;
  /** 16 bytes, base64url. */
  auth: string;
  privateKey: JsonWebKey;
}

const curve = { name: "ECDH", namedCurve: "P-256" } as const;
const text = (words: string) => new TextEncoder().encode(words);

/** Lengths of the header of a sealed message (RFC 8188, 2.1): salt, size of a record, length of the sender's key. */
const saltBytes = 16;
const sizeBytes = 4;
/** The byte that ends the content of the last record; zeros follow. */
const lastRecord = 2;

/** New keys, as a browser makes them when it subscribes. */
export async function makeBrowserKeys(): Promise<BrowserKeys> {
  const pair = (await crypto.subtle.generateKey(curve, true, ["deriveBits"])) as CryptoKeyPair;
  const point = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  return {
    p256dh: toBase64Url(new Uint8Array(point)),
    auth: randomText(16),
    privateKey: (await crypto.subtle.exportKey("jwk", pair.privateKey)) as JsonWebKey,
  };
}

/**
 * Decrypts a push as a browser does (RFC 8291, `aes128gcm`, one record). Throws where it was sealed for another
 * browser.
 */
export async function unseal(body: Uint8Array, keys: BrowserKeys): Promise<string> {
  const salt = body.slice(0, saltBytes);
  const keyAt = saltBytes + sizeBytes + 1;
  const senderKey = body.slice(keyAt, keyAt + (body[keyAt - 1] ?? 0));
  const sealed = body.slice(keyAt + senderKey.length);

  const privateKey = await crypto.subtle.importKey("jwk", keys.privateKey, curve, false, ["deriveBits"]);
  const publicKey = await crypto.subtle.importKey("raw", senderKey, curve, false, []);
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: publicKey }, privateKey, 256);
  const info = join(text("WebPush: info\0"), fromBase64Url(keys.p256dh), senderKey);
  const secret = await derive(new Uint8Array(shared), fromBase64Url(keys.auth), info, 32);
  const contentKey = await derive(secret, salt, text("Content-Encoding: aes128gcm\0"), 16);
  const iv = await derive(secret, salt, text("Content-Encoding: nonce\0"), 12);

  const key = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["decrypt"]);
  const record = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, sealed));
  const end = record.findLastIndex((byte) => byte !== 0);
  if (record[end] !== lastRecord) throw new Error("a record that has no end");
  return new TextDecoder().decode(record.slice(0, end));
}

async function derive(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
  return new Uint8Array(bits);
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
