/** The key of a wallet, which follows from its recovery phrase, and its address. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32m } from "@scure/base";
import { mnemonicToSeedWebcrypto } from "@scure/bip39";
import { toBase64Url } from "#app/domains/people/accounts/token.ts";
import { toWords } from "./phrase.ts";

const keyInfo = utf8ToBytes("cue wallet key 1");
const addressPrefix = "cue";
const addressBytes = 20;

export interface WalletKey {
  /** 32 bytes: whoever has them is the owner. */
  secret: Uint8Array;
  /** Hex. */
  publicKey: string;
  address: string;
}

/** HKDF-SHA-256 of the BIP-39 seed, as an Ed25519 key. No BIP-32: there is no coin. */
export async function walletKeyOf(entropy: Uint8Array): Promise<WalletKey> {
  const seed = await mnemonicToSeedWebcrypto(toWords(entropy).join(" "));
  const secret = hkdf(sha256, seed, undefined, keyInfo, 32);
  const publicKey = bytesToHex(ed25519.getPublicKey(secret));
  return { secret, publicKey, address: addressOf(publicKey) };
}

/** Returns the address of a public key in hex. */
export function addressOf(publicKey: string): string {
  const hash = sha256(hexToBytes(publicKey)).subarray(0, addressBytes);
  return bech32m.encode(addressPrefix, bech32m.toWords(hash));
}

/** Base64url. */
export function signWith({ secret }: Pick<WalletKey, "secret">, text: string): string {
  return toBase64Url(ed25519.sign(utf8ToBytes(text), secret));
}
