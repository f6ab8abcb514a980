/**
 * The encrypted backup of a recovery phrase, made and opened in the browser alone. A random key encrypts the entropy;
 * each lock encrypts that key for one way to open it. What the server stores is useless without one of them.
 */
import { fromBase64Url, toBase64Url } from "#app/domains/people/accounts/token.ts";
import { aesKey, decrypt, deriveAesKey, encrypt } from "./derived-key.ts";
import type { Envelope, Lock, PasskeyLock, PasswordLock, SealedSync } from "./envelope-form.ts";

/** The purpose of the envelope; whoever opens it must say the same. */
export interface About {
  account: string;
  wallet: string;
  version: number;
}

/** The result of a passkey's PRF for `salt`, or a key from a wallet password with `salt`. 32 bytes each. */
export type Opener =
  | { kind: "passkey"; id: string; salt: Uint8Array<ArrayBuffer>; secret: Uint8Array<ArrayBuffer> }
  | { kind: "password"; salt: Uint8Array<ArrayBuffer>; secret: Uint8Array<ArrayBuffer> };

const aboutEnvelope = ({ account, wallet, version }: About) =>
  ["cue envelope 1", account, wallet, version].join("\n");

const lockKey = ({ kind, secret }: Pick<Opener, "kind" | "secret">) =>
  deriveAesKey(secret, `cue envelope ${kind} 1`);

/** The envelope as JSON, with one lock for each opener. */
export async function sealEnvelope(
  entropy: Uint8Array<ArrayBuffer>,
  about: About,
  openers: readonly Opener[],
): Promise<string> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const said = aboutEnvelope(about);
  const { iv, sealed } = await encrypt(await aesKey(bytes), entropy, said);
  const locks = await Promise.all(openers.map((opener) => toLock(opener, bytes, said)));
  const { account, wallet, version } = about;
  const texts = { iv: toBase64Url(iv), sealed: toBase64Url(sealed) };
  const envelope: Envelope = { form: "cue-envelope-1", account, wallet, version, ...texts, locks };
  return JSON.stringify(envelope);
}

async function toLock(opener: Opener, bytes: Uint8Array<ArrayBuffer>, said: string): Promise<Lock> {
  const { iv, sealed } = await encrypt(await lockKey(opener), bytes, `${said}\n${opener.kind}`);
  const texts = { salt: toBase64Url(opener.salt), iv: toBase64Url(iv), key: toBase64Url(sealed) };
  return opener.kind === "passkey"
    ? { kind: "passkey", id: opener.id, ...texts }
    : { kind: "password", ...texts };
}

/**
 * The entropy, by the secret of one lock. Throws where the secret, the account, the wallet or the version is another,
 * or a byte was changed.
 */
export async function openEnvelope(
  envelope: Envelope,
  about: About,
  { lock, secret }: { lock: PasskeyLock | PasswordLock; secret: Uint8Array<ArrayBuffer> },
): Promise<Uint8Array<ArrayBuffer>> {
  const said = aboutEnvelope(about);
  const wrapped = { iv: fromBase64Url(lock.iv), sealed: fromBase64Url(lock.key) };
  const key = await lockKey({ kind: lock.kind, secret });
  const bytes = await decrypt(key, wrapped, `${said}\n${lock.kind}`);
  const sealed = { iv: fromBase64Url(envelope.iv), sealed: fromBase64Url(envelope.sealed) };
  return decrypt(await aesKey(bytes), sealed, said);
}

/** The entropy on its way to another device, with the key of a sync code. */
export async function sealSync(
  entropy: Uint8Array<ArrayBuffer>,
  key: CryptoKey,
  account: string,
): Promise<string> {
  const { iv, sealed } = await encrypt(key, entropy, `cue sync 1\n${account}`);
  const secret: SealedSync = { form: "cue-sync-1", iv: toBase64Url(iv), sealed: toBase64Url(sealed) };
  return JSON.stringify(secret);
}

/** Throws where the code or the account is another, or a byte was changed. */
export function openSync(
  { iv, sealed }: SealedSync,
  key: CryptoKey,
  account: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = { iv: fromBase64Url(iv), sealed: fromBase64Url(sealed) };
  return decrypt(key, parts, `cue sync 1\n${account}`);
}
