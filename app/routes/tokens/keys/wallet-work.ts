/** The page's work with a phrase: everything that needs it happens here, and only signatures and ciphertext leave. */
import { ApiFailure, callApi } from "#app/api-client.ts";
import { fromBase64Url } from "#app/domains/people/accounts/token.ts";
import {
  addTipDeviceCall,
  generateKeysCall,
  getSecretCall,
  getSyncCall,
  replaceKeyCall,
  setOnlyDevicesCall,
  startSyncCall,
  storeSecretCall,
} from "#app/domains/value/tokens/calls/keys.ts";
import type { KeysView, SyncView } from "#app/domains/value/tokens/contract/keys.ts";
import { browserDevices } from "#app/domains/value/tokens/keys/browser-devices.ts";
import { makeDeviceKey } from "#app/domains/value/tokens/keys/device-key.ts";
import {
  type Opener,
  openEnvelope,
  openSync,
  sealEnvelope,
  sealSync,
} from "#app/domains/value/tokens/keys/envelope.ts";
import { type Envelope, readEnvelope, readSealedSync } from "#app/domains/value/tokens/keys/envelope-form.ts";
import { anyPasskeySecret, passkeySecretOf } from "#app/domains/value/tokens/keys/passkey-key.ts";
import { changeText, deviceText, proofText, type Signed } from "#app/domains/value/tokens/keys/signed.ts";
import { fromSyncCode, newSyncCode } from "#app/domains/value/tokens/keys/sync-code.ts";
import { signWith, type WalletKey, walletKeyOf } from "#app/domains/value/tokens/keys/wallet-key.ts";

export type Entropy = Uint8Array<ArrayBuffer>;

/** The keys, and by how much the server's clock is ahead of this one's. */
export interface LoadedKeys extends KeysView {
  aheadMs: number;
}

const random = (bytes: number): Entropy => crypto.getRandomValues(new Uint8Array(bytes));
const nowOf = ({ aheadMs }: LoadedKeys) => Date.now() + aheadMs;

function proofBy(keys: LoadedKeys, key: WalletKey) {
  const at = nowOf(keys);
  return { publicKey: key.publicKey, proof: { at, signature: signWith(key, proofText(keys.user, at)) } };
}

/** Gives the wallet this key. Throws `ApiFailure`. */
export async function sendKey(keys: LoadedKeys, entropy: Entropy): Promise<void> {
  await callApi(generateKeysCall, proofBy(keys, await walletKeyOf(entropy)));
}

/** Another key: signed by the old phrase, or after 72 hours. Throws `ApiFailure`. */
export async function sendNewKey(keys: LoadedKeys, next: Entropy, old: Entropy | null): Promise<KeysView> {
  const key = await walletKeyOf(next);
  const signed = old === null ? null : await signChange(keys, old, `key ${key.publicKey}`);
  return callApi(replaceKeyCall, { ...proofBy(keys, key), signed });
}

/** "Only my devices may tip" off: signed by the phrase, or after 72 hours. Throws `ApiFailure`. */
export async function endOnlyDevices(keys: LoadedKeys, entropy: Entropy | null): Promise<KeysView> {
  const signed = entropy === null ? null : await signChange(keys, entropy, "devices off");
  return callApi(setOnlyDevicesCall, { isOn: false, signed });
}

async function signChange(
  keys: LoadedKeys,
  entropy: Entropy,
  change: "devices off" | `key ${string}`,
): Promise<Signed> {
  const at = nowOf(keys);
  return { at, signature: signWith(await walletKeyOf(entropy), changeText(keys.wallet ?? "", change, at)) };
}

/** Whether this is the phrase of the wallet. */
export async function isPhraseOf(keys: LoadedKeys, entropy: Entropy): Promise<boolean> {
  return (await walletKeyOf(entropy)).publicKey === keys.publicKey;
}

/** Makes a key for this device, and certifies it with the phrase. Throws `ApiFailure`, or where Ed25519 is missing. */
export async function addThisDevice(keys: LoadedKeys, entropy: Entropy): Promise<void> {
  const { wallet, user } = keys;
  if (wallet === null) throw new Error("This wallet has no key yet.");
  const made = await makeDeviceKey().catch((cause: unknown) => {
    throw new Error("This browser is too old to have a key of its own. Update it and try again.", { cause });
  });
  const at = nowOf(keys);
  const signature = signWith(await walletKeyOf(entropy), deviceText(wallet, made.publicKey, at));
  const added = await callApi(addTipDeviceCall, {
    publicKey: made.publicKey,
    certificate: { signature, at },
  });
  await browserDevices.put({ ...made, user, wallet, device: added.id });
}

/** The lock of a backup. */
export type BackupLock = { kind: "passkey" } | { kind: "password"; password: string };

/** Encrypts the phrase and stores it. Throws `ApiFailure`, `NoPrf`, or the browser's error about its passkeys. */
export async function storeBackup(
  keys: LoadedKeys,
  entropy: Entropy,
  locks: readonly BackupLock[],
): Promise<void> {
  const { user: account, wallet, lastVersion } = keys;
  const openers: Opener[] = [];
  for (const lock of locks) openers.push(await toOpener(lock));
  const about = { account, wallet: wallet ?? "", version: lastVersion + 1 };
  const secret = await sealEnvelope(entropy, about, openers);
  await callApi(storeSecretCall, { secret, version: lastVersion });
}

async function toOpener(lock: BackupLock): Promise<Opener> {
  if (lock.kind === "passkey") {
    const salt = random(32);
    return { kind: "passkey", salt, ...(await anyPasskeySecret(salt)) };
  }
  const salt = random(16);
  return { kind: "password", salt, secret: await slowKey(lock.password, salt) };
}

/** Its WebAssembly is loaded when it is needed. */
async function slowKey(password: string, salt: Entropy): Promise<Entropy> {
  const { passwordKey } = await import("#app/domains/value/tokens/keys/password-key.ts");
  return passwordKey(password, salt);
}

/** The wallet password or the passkey does not open this backup. */
export class WrongOpener extends Error {
  constructor() {
    super("That does not open the backup.");
    this.name = "WrongOpener";
  }
}

/** The phrase of the stored backup. Throws `WrongOpener`, `NoPrf`, `ApiFailure`. */
export async function openBackup(keys: LoadedKeys, by: BackupLock): Promise<Entropy> {
  const kept = await callApi(getSecretCall);
  const envelope = kept && readEnvelope(kept.secret);
  if (!envelope) throw new Error("There is no backup any more. Load the page again.");
  const about = { account: keys.user, wallet: keys.wallet ?? "", version: kept.version };
  const used = await secretFor(envelope, by);
  if (used === null) throw new WrongOpener();
  return openEnvelope(envelope, about, used).catch(() => {
    throw new WrongOpener();
  });
}

async function secretFor({ locks }: Envelope, by: BackupLock) {
  if (by.kind === "password") {
    const lock = locks.find(({ kind }) => kind === "password");
    return lock ? { lock, secret: await slowKey(by.password, fromBase64Url(lock.salt)) } : null;
  }
  const passkeys = locks.filter((lock) => lock.kind === "passkey");
  const { id, secret } = await passkeySecretOf(passkeys);
  const lock = passkeys.find((each) => each.id === id);
  return lock ? { lock, secret } : null;
}

/** Opens a relay with the phrase, encrypted with a new code. Throws `ApiFailure`. */
export async function offerPhrase(
  keys: LoadedKeys,
  entropy: Entropy,
): Promise<{ code: string; sync: SyncView }> {
  const code = newSyncCode();
  const { tag, key } = await fromSyncCode(code);
  const secret = await sealSync(entropy, key, keys.user);
  const sync = await callApi(startSyncCall);
  await callApi(storeSecretCall, { secret, sync: sync.sync, tag });
  return { code, sync };
}

/** The phrase that another device offers with this code. Throws `ApiFailure`. */
export async function takePhrase(keys: LoadedKeys, code: string): Promise<Entropy> {
  const { tag, key } = await fromSyncCode(code);
  // The tag is not part of an address, which logs would keep.
  const headers = { "X-Cue": "1", "X-Cue-Sync": tag };
  const response = await fetch(`/api${getSyncCall.path}`, { headers }).catch(() => {
    throw new ApiFailure("You are offline, or the server is.", 0, "offline");
  });
  const body = (await response.json().catch(() => null)) as { error?: string; code?: string } | null;
  if (!response.ok)
    throw new ApiFailure(body?.error ?? "Unknown error", response.status, body?.code ?? "unknown");
  const taken = getSyncCall.answer.safeParse(body);
  if (!taken.success || taken.data.secret === undefined)
    throw new Error("Type the code on the new device, not on the one that shows it.");
  const sealed = readSealedSync(taken.data.secret);
  if (sealed === null) throw new Error("The other device sent something unreadable. Show a new code there.");
  return openSync(sealed, key, keys.user);
}
