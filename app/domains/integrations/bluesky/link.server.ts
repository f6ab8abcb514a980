/** How an account at Bluesky is linked: with its handle and an app password. */
import type { AppContext } from "#app/context.ts";
import { AppError, type ErrorCode } from "#app/errors.ts";
import { type PostTarget, renewPostSecret } from "#db/queries/post-settings.ts";
import type { LinkedAccountView, StoreBlueskyInput } from "../contract.ts";
import type { Connection } from "../elsewhere.ts";
import { takeLinkAttempt } from "../popup-link.server.ts";
import type { PostClient } from "../post-client.ts";
import { linkPostAccount, openPostSecret } from "../post-account.server.ts";
import { tokenPurpose } from "../token-purpose.ts";
import { connectBluesky } from "./client.ts";
import { blueskyHost } from "./find-host.ts";
import { BlueskyAccount, type Denial, logIn, logOut } from "./session.ts";

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

/** Links the account. Throws `app-password-needed`, `rate-limited` and the codes of `refusals`. */
export async function storeBluesky(ctx: AppContext, input: StoreBlueskyInput): Promise<LinkedAccountView> {
  const service = requireBluesky(ctx);
  const appPassword = input.password.trim();
  if (!appPasswordForm.test(appPassword)) throw new AppError("app-password-needed");
  await takeLinkAttempt(ctx);
  const identifier = readIdentifier(input.identifier);
  const account = await logIn(service, { identifier, appPassword, now: ctx.clock.now() });
  if ("failure" in account) throw toAppError(account);
  const { handle: name, host } = account;
  await linkPostAccount(ctx, { party, name, host, secret: account }, revokeBluesky);
  return { name, isRefused: false };
}

/** Without what Bluesky's own apps put around a copied handle. A name without a dot is one of Bluesky's. */
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

/** Ends the session there. The app password remains until its owner deletes it. */
export async function revokeBluesky(ctx: AppContext, target: PostTarget): Promise<void> {
  const [service, account] = [ctx.connect(party), await openPostSecret(ctx, target, BlueskyAccount)];
  if (service !== null && account !== null) await logOut(service, account);
}

/** Posts as a linked account. Null where the service is switched off, or where what is kept cannot be opened. */
export async function postAtBluesky(
  ctx: Pick<AppContext, "db" | "vault" | "connect" | "clock">,
  target: PostTarget,
): Promise<PostClient | null> {
  const [service, account] = [ctx.connect(party), await openPostSecret(ctx, target, BlueskyAccount)];
  if (service === null || account === null) return null;
  let { secret } = target;
  const keep = async (renewed: BlueskyAccount) => {
    const sealed = await ctx.vault.seal(JSON.stringify(renewed), tokenPurpose(party, target.userId ?? ""));
    if (await renewPostSecret(ctx.db, { id: target.id, secret }, sealed)) secret = sealed;
  };
  return connectBluesky({ service, account, keep, now: () => ctx.clock.now() });
}

function requireBluesky({ connect }: AppContext): Connection {
  const service = connect(party);
  if (service === null) throw new AppError("not-found");
  return service;
}
