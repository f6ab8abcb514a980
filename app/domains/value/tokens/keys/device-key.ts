/**
 * The key of this device, with which it signs tips. Its secret cannot leave the browser, not even by a script of this
 * page: WebCrypto keeps it, and IndexedDB stores only the handle.
 */
import { toBase64Url } from "#app/domains/people/accounts/token.ts";
import { tipText } from "../tip-text.ts";

/** One for each user of this browser. */
export interface KeptDevice {
  user: string;
  wallet: string;
  /** The id by which the server knows it. */
  device: string;
  /** Hex. */
  publicKey: string;
  privateKey: CryptoKey;
}

/** Storage of devices; `browserDevices` in a browser. */
export interface DeviceStore {
  get(user: string): Promise<KeptDevice | undefined>;
  put(device: KeptDevice): Promise<void>;
  remove(user: string): Promise<void>;
}

export interface NewDevice {
  publicKey: string;
  privateKey: CryptoKey;
}

/** Throws where the browser has no Ed25519: Chrome before 137, Firefox before 129, Safari before 17. */
export async function makeDeviceKey(): Promise<NewDevice> {
  const pair = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const publicKey = Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { publicKey, privateKey: pair.privateKey };
}

/** Fields that `tokens/tip` takes beside the tip; null where this browser has no device key for the user. */
export interface TipSignature {
  device: string;
  signature: string;
  signedAt: number;
}

/** Signs a tip of this user. `place` is `stage/<id>` or `profile/<id>`, `performer` a user id. */
export async function signTip(
  store: Pick<DeviceStore, "get">,
  user: string,
  tip: { id: string; place: string; performer: string; amount: number; at: number },
): Promise<TipSignature | null> {
  const kept = await store.get(user);
  if (kept === undefined) return null;
  const text = new TextEncoder().encode(tipText({ ...tip, from: kept.wallet }));
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", kept.privateKey, text));
  return { device: kept.device, signature: toBase64Url(signature), signedAt: tip.at };
}
