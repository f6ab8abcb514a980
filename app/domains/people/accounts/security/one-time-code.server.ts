/** Codes of an authenticator app: RFC 6238 with the parameters that every such app assumes, SHA-1, 6 digits, 30 s. */
import { Secret, TOTP } from "otpauth";

const periodSeconds = 30;
/** A code is valid one step earlier and later: the clocks of phones differ. */
const windowSteps = 1;
const secretBytes = 20;

/** 160 random bits, base32. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that an authenticator app reads from the QR code. */
export function toSetupUri(secret: string, username: string): string {
  return toTotp(secret, username).toString();
}

/** The time step that this code belongs to, or null where it is not valid now. `now` is epoch ms. */
export function findStep(secret: string, code: string, now: number): number | null {
  // The library compares bytes and throws where non-ASCII letters make them longer.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const totp = toTotp(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: windowSteps });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

function toTotp(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer: "Cue Music",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}
