import * as z from "zod/mini";
import { fromBase64Url, toBase64Url } from "../accounts/token.ts";
import type { PushSubscriptionInput } from "./contract.ts";

const PrivateKey = z.object({ x: z.string(), y: z.string(), d: z.string() });

/**
 * The key pair by which push services know an instance (VAPID), base64url, from its setting: the private key as the
 * JSON of a JWK. The public key is an uncompressed point, as browsers expect it.
 */
export function readPushKey(setting: string): { publicKey: string; privateKey: string } {
  const { x, y, d } = PrivateKey.parse(JSON.parse(setting));
  return {
    publicKey: toBase64Url(new Uint8Array([4, ...fromBase64Url(x), ...fromBase64Url(y)])),
    privateKey: d,
  };
}

/** Whether these can be a browser's keys: an uncompressed point of 65 bytes, and 16 bytes of secret. */
export function areBrowserKeys({ p256dh, auth }: PushSubscriptionInput["keys"]): boolean {
  try {
    const point = fromBase64Url(p256dh);
    return point.length === 65 && point[0] === 4 && fromBase64Url(auth).length === 16;
  } catch {
    return false;
  }
}
