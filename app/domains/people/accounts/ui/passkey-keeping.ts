/** Adds and removes passkeys of this browser. Import it lazily: few visits need it. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  sendSignal,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { callApi } from "#app/api-client.ts";
import { addPasskeyCall, startPasskeyCall } from "../calls/security.ts";
import { PasskeyView } from "../contract/security.ts";
import { toBase64Url } from "../token.ts";
import { isCalledOff } from "./passkey-support.ts";

/**
 * Makes the browser create a passkey and the server store it. Null where the person closed the browser's dialog. Throws
 * `ApiFailure` (`wrong-password`, `passkey-failed`, `conflict`, `rate-limited`), or an `Error` with a sentence for
 * people where the browser could not make one.
 */
export async function addPasskey(input: { name: string; password: string }): Promise<PasskeyView | null> {
  const options = await callApi(startPasskeyCall, { password: input.password });
  try {
    // Made by the server, and validated by the browser itself.
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const response = { ...(await startRegistration({ optionsJSON })) };
    return await callApi(addPasskeyCall, { name: input.name, response });
  } catch (error) {
    if (isCalledOff(error)) return null;
    if (!(error instanceof WebAuthnError)) throw error;
    throw new Error(reasons[error.code] ?? "This browser could not make a passkey.", { cause: error });
  }
}

const reasons: Partial<Record<WebAuthnError["code"], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device already has a passkey for your account.",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    "This device cannot check that it is you. Set up a screen lock, fingerprint or PIN first.",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "This security key does not support passkeys.",
};

/** Tells the browser which passkeys are still valid, so that it offers no others. Only some browsers support this. */
export async function forgetOtherPasskeys(userId: string, passkeyIds: string[]): Promise<void> {
  await sendSignal({
    signalName: "allAcceptedCredentials",
    rpID: window.location.hostname,
    userID: toBase64Url(new TextEncoder().encode(userId)),
    allAcceptedCredentialIDs: passkeyIds,
  }).catch(() => undefined);
}
