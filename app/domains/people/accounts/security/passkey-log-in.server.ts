import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { SessionView } from "../contract/accounts.ts";
import type { PasskeyLogInInput, WebAuthnJson } from "../contract/security.ts";
import { findUser } from "../queries/accounts.ts";
import { findPasskey, markPasskeyUsed, type PasskeyRow } from "../queries/passkeys.ts";
import { rateOfClient, requireClientRate, requireRate } from "../rates.server.ts";
import { startSession } from "../sessions.server.ts";
import { fromBase64Url } from "../token.ts";
import { challengeLifeMs, issueChallenge, redeemChallenge } from "./passkey-challenge.server.ts";
import { relyingParty } from "./passkeys.server.ts";

const limits = {
  options: { max: 30, perMs: 60_000 },
  /** Refused responses; a successful log-in is given back. */
  refused: { max: 60, perMs: 3_600_000 },
} as const;

/**
 * The options with which a browser finds one of its passkeys for this site; valid for five minutes and one use. It
 * names no user: the passkey does. Throws `rate-limited`.
 */
export async function startPasskeyLogIn(ctx: AppContext): Promise<WebAuthnJson> {
  await requireClientRate(ctx, "passkey-options", limits.options);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx),
    challenge: await issueChallenge(ctx, "passkey-log-in", ""),
    timeout: challengeLifeMs,
    userVerification: "required",
  });
  return { ...options };
}

/**
 * Signs in by a passkey. The device has checked that its owner is present, so it replaces both the password and the
 * second factor. Throws `passkey-failed`, the same for an unknown passkey and for a wrong signature, `rate-limited`,
 * and `banned` to the passkey's owner.
 */
export async function logInByPasskey(
  ctx: AppContext,
  input: PasskeyLogInInput,
  device: { userAgent: string },
): Promise<SessionView> {
  const counter = `passkey-log-in:${ctx.clientKey}`;
  await requireRate(ctx, counter, rateOfClient(ctx, limits.refused));
  const passkey = await verify(ctx, input.response);
  await ctx.limits.giveBack(counter);
  const user = await findUser(ctx.db, passkey.userId);
  if (user === undefined) throw new AppError("passkey-failed");
  if (user.bannedAt !== null) throw new AppError("banned");
  return startSession(ctx, user, device);
}

/** Fails closed: after any error no one is signed in. */
async function verify(ctx: AppContext, response: WebAuthnJson): Promise<PasskeyRow> {
  try {
    // The cast implies no trust: the library validates each part, and throws.
    const answer = response as unknown as AuthenticationResponseJSON;
    const passkey = await findPasskey(ctx.db, String(answer.id));
    // A passkey that was made for this site contains its user's id.
    if (passkey === undefined || readUserHandle(answer) !== passkey.userId)
      throw new Error("unknown passkey");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: (challenge) => redeemChallenge(ctx, "passkey-log-in", "", challenge),
      expectedOrigin: ctx.config.origin,
      expectedRPID: relyingParty(ctx),
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: fromBase64Url(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    const use = { counter: authenticationInfo.newCounter, lastUsedAt: ctx.clock.now() };
    if (verified && (await markPasskeyUsed(ctx.db, passkey.id, use))) return passkey;
    throw new Error(verified ? "counter did not grow" : "wrong signature");
  } catch (error) {
    ctx.log.info("passkey-refused", { reason: error instanceof Error ? error.message : "unknown" });
    throw new AppError("passkey-failed");
  }
}

function readUserHandle({ response }: AuthenticationResponseJSON): string {
  return new TextDecoder().decode(fromBase64Url(String(response.userHandle)));
}
