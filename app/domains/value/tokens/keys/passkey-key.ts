/**
 * A secret that a passkey of this account yields for a salt (the PRF extension of WebAuthn). It opens the backup and
 * never leaves the page: nothing of these answers is sent anywhere.
 */
import { fromBase64Url, toBase64Url } from "#app/domains/people/accounts/token.ts";

/** The passkey answered, and has no PRF; or the browser has none. */
export class NoPrf extends Error {
  constructor() {
    super("This browser or passkey cannot encrypt a backup. Use a wallet password instead.");
    this.name = "NoPrf";
  }
}

type Bytes = Uint8Array<ArrayBuffer>;
export interface PasskeySecret {
  /** The passkey's id, base64url. */
  id: string;
  /** 32 bytes. */
  secret: Bytes;
}

/**
 * Returns the secret of any passkey that its owner chooses. Throws `NoPrf`, or the browser's error, also where they
 * close its dialog.
 */
export function anyPasskeySecret(salt: Bytes): Promise<PasskeySecret> {
  return ask({ prf: { eval: { first: salt } } }, []);
}

/** Returns the secret of one of these passkeys, each with its own salt (base64url). Throws as `anyPasskeySecret`. */
export function passkeySecretOf(locks: readonly { id: string; salt: string }[]): Promise<PasskeySecret> {
  const salts = locks.map(({ id, salt }) => [id, { first: fromBase64Url(salt) }] as const);
  return ask({ prf: { evalByCredential: Object.fromEntries(salts) } }, locks);
}

async function ask(
  extensions: AuthenticationExtensionsClientInputs,
  allowed: readonly { id: string }[],
): Promise<PasskeySecret> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      // No one checks the signature: only the secret is wanted.
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      rpId: window.location.hostname,
      userVerification: "required",
      allowCredentials: allowed.map(({ id }) => ({ type: "public-key", id: fromBase64Url(id) })),
      extensions,
    },
  })) as PublicKeyCredential | null;
  const first = credential?.getClientExtensionResults().prf?.results?.first;
  if (!credential || first === undefined) throw new NoPrf();
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
  return { id: toBase64Url(new Uint8Array(credential.rawId)), secret: Uint8Array.from(bytes) };
}
