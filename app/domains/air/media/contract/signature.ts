/** The signature of the upgrade request of the agent's sockets, made by the agent and checked by the Worker. */
import { signatureWindowMs } from "./control.ts";

/** Header names of a signed upgrade. */
export const signatureHeaders = {
  time: "x-cue-time",
  nonce: "x-cue-nonce",
  signature: "x-cue-signature",
} as const;

const encoder = new TextEncoder();

function importKey(key: string, usage: "sign" | "verify") {
  return crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: "SHA-256" }, false, [
    usage,
  ]);
}

function signedText(pathAndQuery: string, time: string, nonce: string) {
  return encoder.encode(`${pathAndQuery}\n${time}\n${nonce}`);
}

/** Headers for a GET of `pathAndQuery` at `now` (epoch ms). A new nonce each time: replays are refused. */
export async function signUpgrade(
  key: string,
  pathAndQuery: string,
  now: number,
): Promise<Record<string, string>> {
  const time = String(Math.round(now));
  const nonce = crypto.randomUUID();
  const signature = await crypto.subtle.sign(
    "HMAC",
    await importKey(key, "sign"),
    signedText(pathAndQuery, time, nonce),
  );
  return {
    [signatureHeaders.time]: time,
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: toHex(new Uint8Array(signature)),
  };
}

/**
 * True when one of `keys` (the current one and, while it is being replaced, the next) signed this request within 120 s
 * of `now`. The caller must still refuse a nonce it has seen before.
 */
export async function verifyUpgrade(
  keys: readonly string[],
  pathAndQuery: string,
  headers: Headers,
  now: number,
): Promise<{ nonce: string } | undefined> {
  const time = headers.get(signatureHeaders.time) ?? "";
  const nonce = headers.get(signatureHeaders.nonce) ?? "";
  const signature = fromHex(headers.get(signatureHeaders.signature) ?? "");
  if (!/^\d{13}$/.test(time) || nonce.length < 16 || nonce.length > 64 || signature === undefined)
    return undefined;
  if (Math.abs(now - Number(time)) > signatureWindowMs) return undefined;
  for (const key of keys) {
    // subtle.verify compares in constant time.
    const isSigned = await crypto.subtle.verify(
      "HMAC",
      await importKey(key, "verify"),
      signature,
      signedText(pathAndQuery, time, nonce),
    );
    if (isSigned) return { nonce };
  }
  return undefined;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})+$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
