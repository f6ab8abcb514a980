/** Texts that the key of a wallet signs, one field a line, and how such signatures are verified. `at` is epoch ms. */
import { fromBase64Url } from "#app/domains/people/accounts/token.ts";
import { tokenLimits } from "../rules.ts";

/** A signature and the time that it is over; valid for five minutes. */
export interface Signed {
  /** Base64url. */
  signature: string;
  at: number;
}

/** The statement that the one who sends a public key has its secret too. */
export const proofText = (userId: string, at: number): string => ["cue proof 1", userId, at].join("\n");

/** The statement that a device, by its public key in hex, may tip from this wallet. */
export const deviceText = (wallet: string, publicKey: string, at: number): string =>
  ["cue device 1", wallet, publicKey, at].join("\n");

/** The statement that all sessions may tip again, or that the wallet gets this other public key. */
export const changeText = (wallet: string, change: "devices off" | `key ${string}`, at: number): string =>
  ["cue change 1", wallet, change, at].join("\n");

export const isFresh = (at: number, now: number): boolean => Math.abs(now - at) <= tokenLimits.signatureMs;

/** True for an Ed25519 signature (base64url) over `text` by this public key (hex). Never throws. */
export async function verifySigned(publicKey: string, text: string, signature: string): Promise<boolean> {
  try {
    const raw = Uint8Array.from(publicKey.match(/[0-9a-f]{2}/g) ?? [], (byte) => Number.parseInt(byte, 16));
    const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    const data = new TextEncoder().encode(text);
    return await crypto.subtle.verify("Ed25519", key, fromBase64Url(signature), data);
  } catch {
    return false;
  }
}
