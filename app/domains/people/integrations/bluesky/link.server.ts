/** Linking of an account at Bluesky: with its handle and an app password. */
import type { AppContext } from "#app/context.ts";
import { AppError, type ErrorCode } from "#app/errors.ts";
import type { LinkedAccountView, StoreBlueskyInput } from "../contract.ts";
import { takeLinkAttempt } from "../popup-link.server.ts";
import { linkPostAccount } from "../post-account.server.ts";
import { requireParty } from "../require-party.ts";
import { blueskyHost } from "./find-host.ts";
import { blueskyService } from "./service.ts";
import { type Denial, logIn } from "./session.ts";

const party = "bluesky";
/** Bluesky makes them of letters and digits. The password of the account itself would give access to everything. */
const appPasswordForm = /^[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/i;

const refusals: Readonly<Record<string, ErrorCode>> = {
  AuthenticationRequired: "bluesky-login-failed",
  InvalidRequest: "bluesky-login-failed",
  AuthFactorTokenRequired: "bluesky-code-needed",
  AccountTakedown: "bluesky-suspended",
  AccountSuspended: "bluesky-suspended",
  AccountDeactivated: "bluesky-suspended",
  UnsafeHost: "server-not-public",
};

/** Links the account. Throws `not-found`, `app-password-needed`, `rate-limited` and the codes of `refusals`. */
export async function storeBluesky(ctx: AppContext, input: StoreBlueskyInput): Promise<LinkedAccountView> {
  const service = requireParty(ctx, party);
  const appPassword = input.password.trim();
  if (!appPasswordForm.test(appPassword)) throw new AppError("app-password-needed");
  await takeLinkAttempt(ctx);
  const identifier = readIdentifier(input.identifier);
  const account = await logIn(service, { identifier, appPassword, now: ctx.clock.now() });
  if ("failure" in account) throw toAppError(account);
  const { handle: name, host } = account;
  await linkPostAccount(ctx, { party, name, host, secret: account }, blueskyService.revoke);
  return { name, isRefused: false };
}

/**
 * Returns a handle without what Bluesky's own apps put around a copied one. A name without a dot is one of Bluesky's.
 */
function readIdentifier(text: string): string {
  const name = text.replace(/[\p{Cf}\s]/gu, "").replace(/^@/, "");
  return /[.@:]/.test(name) ? name : `${name}.${blueskyHost}`;
}

function toAppError({ error, failure }: Denial): AppError {
  const code = refusals[error];
  if (code !== undefined) return new AppError(code);
  if (failure.is === "later" && failure.waitMs !== null)
    return new AppError("rate-limited", { retryAfterMs: failure.waitMs });
  return new AppError(failure.is === "later" ? "service-unreachable" : "bluesky-login-failed");
}
