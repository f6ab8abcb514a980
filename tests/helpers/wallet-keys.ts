/** Wallet keys and devices as a browser has them. */
import { env } from "cloudflare:test";
import { hashToken, newToken, sessionTerms } from "#app/domains/people/accounts/token.ts";
import type { KeysView } from "#app/domains/value/tokens/contract/keys.ts";
import { newEntropy, toWords } from "#app/domains/value/tokens/keys/phrase.ts";
import { deviceText, proofText } from "#app/domains/value/tokens/keys/signed.ts";
import { signWith, type WalletKey, walletKeyOf } from "#app/domains/value/tokens/keys/wallet-key.ts";
import { openDb } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";
import type { Person } from "./people.ts";
import { answerOf, request } from "./request.ts";

/** The same account on another device. */
export async function anotherSession(person: Person): Promise<Person> {
  const token = newToken();
  const now = Date.now();
  await openDb(env.DB)
    .insert(sessions)
    .values({
      tokenHash: await hashToken(token),
      userId: person.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + sessionTerms.idleMs,
    });
  return { ...person, token };
}

export type Phrased = WalletKey & { entropy: Uint8Array<ArrayBuffer>; words: string[] };

export async function newKey(): Promise<Phrased> {
  const entropy = newEntropy();
  return { ...(await walletKeyOf(entropy)), entropy, words: toWords(entropy) };
}

/** Returns the proof that the person has this key, as `generateKeys` and `newKey` take it. */
export function proofBy(person: Pick<Person, "id">, key: WalletKey, at = Date.now()) {
  const proof = { at, signature: signWith(key, proofText(person.id, at)) };
  return { publicKey: key.publicKey, proof };
}

/** Gives the person's wallet a key. */
export async function giveKey(person: Person): Promise<Phrased & { wallet: string }> {
  const key = await newKey();
  await answerOf(request("/api/sharedSecrets/generateKeys", { as: person, body: proofBy(person, key) }));
  const { wallet } = await keysOf(person);
  if (wallet === null) throw new Error("no wallet");
  return { ...key, wallet };
}

export const keysOf = (as: Person) => answerOf<KeysView>(request("/api/tokens/devices/list", { as }));

export interface DeviceKey {
  publicKey: string;
  sign: (text: string) => Promise<string>;
}

export async function newDeviceKey(): Promise<DeviceKey> {
  const pair = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  return {
    publicKey: Buffer.from(raw).toString("hex"),
    sign: async (text) =>
      Buffer.from(await crypto.subtle.sign("Ed25519", pair.privateKey, Buffer.from(text))).toString(
        "base64url",
      ),
  };
}

/** The body of `devices/add`. */
export function certified(wallet: string, key: WalletKey, device: DeviceKey, at = Date.now()) {
  const signature = signWith(key, deviceText(wallet, device.publicKey, at));
  return { name: "Firefox on Windows", publicKey: device.publicKey, certificate: { signature, at } };
}
