import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type {
  AddPasskeyInput,
  PasskeyInput,
  PasskeyView,
  PasswordInput,
  RenamePasskeyInput,
  WebAuthnJson,
} from "../contract/security.ts";
import { requireViewer } from "../guards.ts";
import * as passkeys from "../queries/passkeys.ts";
import { mailOwner } from "../rates.server.ts";
import { toBase64Url } from "../token.ts";
import { passkeyAddedMail, passkeyRemovedMail } from "./mails.ts";
import { requireOwner, requirePassword } from "./owner.server.ts";
import { challengeLifeMs, issueChallenge, redeemChallenge } from "./passkey-challenge.server.ts";
import { securityPage } from "./security-page.ts";

const maxPasskeys = 10;
/** Signature algorithms, by COSE number: EdDSA, ES256, RS256. Every existing passkey uses one of them. */
const algorithms = [-8, -7, -257];
/** Ids are sent back to identify a passkey; those in use have 16 to 128 bytes. */
const longestId = 400;

/** The user's passkeys in the order in which they were added. Throws `authorization`. */
export async function listPasskeys(ctx: Pick<AppContext, "db" | "viewer">): Promise<PasskeyView[]> {
  const rows = await passkeys.listPasskeysOf(ctx.db, requireViewer(ctx).id);
  return rows.map(toPasskeyView);
}

/**
 * The options with which a browser makes a passkey; valid for five minutes and one use by this session. Requires the
 * password, since a passkey is a way into the account that outlives the session which added it. Throws `authorization`,
 * `wrong-password`, `rate-limited`, `conflict` where there are ten.
 */
export async function startPasskey(ctx: AppContext, input: PasswordInput): Promise<WebAuthnJson> {
  const { sessionHash } = requireViewer(ctx);
  const user = await requirePassword(ctx, input.password);
  const existing = await requireRoom(ctx, user.id);
  const options = await generateRegistrationOptions({
    rpName: "Cue Music",
    rpID: relyingParty(ctx),
    userID: new TextEncoder().encode(user.id),
    userName: user.username,
    userDisplayName: user.username,
    challenge: await issueChallenge(ctx, "passkey-add", sessionHash),
    timeout: challengeLifeMs,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: existing.map(({ id }) => ({ id })),
    // Found by the browser without a username, and only after it has verified its owner: it counts as both factors.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

/**
 * Stores the passkey that the browser has made. The owner is notified by email. Throws `authorization`,
 * `passkey-failed` for a response that is from another session, late, used or forged, `conflict` where there are ten.
 */
export async function addPasskey(ctx: AppContext, input: AddPasskeyInput): Promise<PasskeyView> {
  const user = await requireOwner(ctx);
  const credential = await verify(ctx, input.response);
  const passkey: passkeys.PasskeyRow = {
    id: credential.id,
    userId: user.id,
    publicKey: toBase64Url(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports?.slice(0, 8) ?? [],
    name: input.name,
    createdAt: ctx.clock.now(),
    lastUsedAt: null,
  };
  if (!(await passkeys.insertPasskey(ctx.db, passkey, maxPasskeys))) {
    await requireRoom(ctx, user.id);
    throw new AppError("passkey-failed");
  }
  ctx.log.info("passkey-added", { user: user.id });
  const link = securityPage(ctx);
  ctx.afterAnswer("passkey-mail", () => mailOwner(ctx, user, passkeyAddedMail(user, input.name, link)));
  return toPasskeyView(passkey);
}

/** Throws `authorization`, `not-found`. */
export async function renamePasskey(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: RenamePasskeyInput,
): Promise<PasskeyView[]> {
  const { id } = requireViewer(ctx);
  if (!(await passkeys.renamePasskey(ctx.db, id, input.passkey, input.name))) throw new AppError("not-found");
  return listPasskeys(ctx);
}

/** The owner is notified by email. Throws `authorization`, `not-found`. */
export async function removePasskey(ctx: AppContext, input: PasskeyInput): Promise<PasskeyView[]> {
  const user = await requireOwner(ctx);
  const removed = await passkeys.deletePasskey(ctx.db, user.id, input.passkey);
  if (removed === undefined) throw new AppError("not-found");
  ctx.log.info("passkey-removed", { user: user.id });
  const link = securityPage(ctx);
  ctx.afterAnswer("passkey-mail", () => mailOwner(ctx, user, passkeyRemovedMail(user, removed.name, link)));
  return listPasskeys(ctx);
}

/** Passkeys belong to the configured host of the instance, whatever a request claims. */
export const relyingParty = (ctx: AppContext): string => new URL(ctx.config.origin).hostname;

async function requireRoom(ctx: AppContext, userId: string): Promise<passkeys.PasskeyRow[]> {
  const existing = await passkeys.listPasskeysOf(ctx.db, userId);
  if (existing.length < maxPasskeys) return existing;
  throw new AppError("conflict", { message: "An account can have at most ten passkeys. Remove one first." });
}

/** Fails closed: after any error there is no passkey. */
async function verify(ctx: AppContext, response: WebAuthnJson) {
  const { sessionHash } = requireViewer(ctx);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // The cast implies no trust: the library validates each part, and throws.
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) => redeemChallenge(ctx, "passkey-add", sessionHash, challenge),
      expectedOrigin: ctx.config.origin,
      expectedRPID: relyingParty(ctx),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (verified && registrationInfo.credential.id.length <= longestId) return registrationInfo.credential;
  } catch (error) {
    ctx.log.info("passkey-refused", { reason: error instanceof Error ? error.message : "unknown" });
  }
  throw new AppError("passkey-failed");
}

function toPasskeyView({ id, name, createdAt, lastUsedAt }: passkeys.PasskeyRow): PasskeyView {
  return { id, name, createdAt, lastUsedAt };
}
