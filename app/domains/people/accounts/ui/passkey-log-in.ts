import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { callApi } from "#app/api-client.ts";
import { logInByPasskeyCall } from "../calls/accounts.ts";
import { startPasskeyLogInCall } from "../calls/security.ts";
import { SessionView } from "../contract/accounts.ts";
import { isCalledOff } from "./passkey-support.ts";

/**
 * Asks the browser for one of its passkeys for this site and signs in with it. Null where the person closed the
 * browser's dialog or let it time out: that is not a failure. Throws `ApiFailure` (`passkey-failed`, `banned`,
 * `rate-limited`), or the browser's error where it could not ask at all. Offer it where `hasPasskeys()`.
 */
export async function logInWithPasskey(): Promise<SessionView | null> {
  const [{ startAuthentication }, options] = await Promise.all([
    import("@simplewebauthn/browser"),
    callApi(startPasskeyLogInCall),
  ]);
  try {
    // Made by the server, and validated by the browser itself.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const response = { ...(await startAuthentication({ optionsJSON })) };
    return await callApi(logInByPasskeyCall, { response });
  } catch (error) {
    if (isCalledOff(error)) return null;
    throw error;
  }
}
