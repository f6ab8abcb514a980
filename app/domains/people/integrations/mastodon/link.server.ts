/** Linking of an account on a Mastodon server, in a popup. */
import * as z from "zod/mini";
import type { AppContext } from "#app/context.ts";
import { AppError, type ErrorCode } from "#app/errors.ts";
import { requireViewer } from "../../accounts/guards.ts";
import { randomText } from "../../accounts/token.ts";
import type { LinkedAccountView, LinkMastodonQuery, StoreMastodonInput } from "../contract.ts";
import type { Connection } from "../elsewhere.ts";
import { readJson } from "../http.ts";
import { openBegun, redeemReturned, sealBegun, sealReturned, takeLinkAttempt } from "../popup-link.server.ts";
import { linkPostAccount } from "../post-account.server.ts";
import { readPublicHost } from "../public-host.ts";
import { deleteMastodonApp, findMastodonApp, saveMastodonApp } from "../queries/mastodon-apps.ts";
import { requireParty } from "../require-party.ts";
import { mastodonService } from "./service.ts";
import {
  authorizeAddress,
  exchangeCode,
  isRegistered,
  MastodonAccount,
  type MastodonApp,
  type MastodonServer,
  nameOfAccount,
  readServer,
  registerApp,
  revokeToken,
} from "./sign-in.ts";

const party = "mastodon";
const Begun = z.object({ host: z.string(), state: z.string(), verifier: z.string() });
const Returned = z.object({ host: z.string(), code: z.string(), verifier: z.string() });
/** The content of `mastodon_apps.client_secret`, sealed. */
const AppSecret = z.object({ secret: z.string(), scope: z.string() });

type BegunLink = { address: string; begun: string };

/**
 * Returns the server's address and what the browser keeps until it returns, or why the popup ends now. Throws
 * `not-found`, `rate-limited`.
 */
export async function beginMastodonLink(
  ctx: AppContext,
  { server = "" }: LinkMastodonQuery,
): Promise<BegunLink | { error: ErrorCode }> {
  requireViewer(ctx);
  const service = requireParty(ctx, party);
  await takeLinkAttempt(ctx);
  const host = readPublicHost(server, new URL(service.origin).host);
  if (host === null) return { error: "server-not-public" };
  const facts = await readServer(service, host);
  const app = facts && (await getApp(ctx, service, host, facts));
  if (app === null) return { error: "not-a-mastodon-server" };
  const [state, verifier] = [randomText(24), randomText(48)];
  const begun = await sealBegun(ctx, party, { host, state, verifier } satisfies z.infer<typeof Begun>);
  return { address: await authorizeAddress(service, app, { state, verifier }), begun };
}

/**
 * The browser returned from the server. Returns the code for `storeMastodon`; null where its owner refused, or where
 * this session did not begin it.
 */
export async function returnFromMastodon(
  ctx: AppContext,
  { code, state }: LinkMastodonQuery,
  begun: string | null,
): Promise<string | null> {
  const kept = await openBegun(ctx, party, { sealed: begun, schema: Begun });
  if (kept === null || code === undefined || state !== kept.state) return null;
  const { host, verifier } = kept;
  return sealReturned(ctx, party, { host, code, verifier } satisfies z.infer<typeof Returned>);
}

/** Links the account. Throws `not-found`, `link-failed`. */
export async function storeMastodon(ctx: AppContext, input: StoreMastodonInput): Promise<LinkedAccountView> {
  const service = requireParty(ctx, party);
  const { host, code, verifier } = await redeemReturned(ctx, party, { handle: input.code, schema: Returned });
  const [app, server] = [await findApp(ctx, host), await readServer(service, host)];
  if (app === null || server === null) throw new AppError("link-failed");
  const granted = await exchangeCode(service, app, { code, verifier });
  if ("error" in granted) {
    ctx.log.warn("mastodon-link-failed", { host, reason: granted.error });
    if (granted.error === "invalid_client") await deleteMastodonApp(ctx.db, app);
    throw new AppError("link-failed");
  }
  const { maxCharacters, linkCharacters } = server;
  const { clientId, clientSecret } = app;
  const { token } = granted;
  const secret: MastodonAccount = { host, clientId, clientSecret, token, maxCharacters, linkCharacters };
  const name = await nameOfAccount(service, secret);
  if (name === null) {
    await revokeToken(service, secret);
    throw new AppError("link-failed");
  }
  await linkPostAccount(ctx, { party, name, host, secret }, async (connection, before) => {
    // A server may return the same token again.
    if (MastodonAccount.safeParse(before).data?.token !== token)
      await mastodonService.revoke(connection, before);
  });
  return { name, isRefused: false };
}

/** Returns this instance's app on that server, registered where it is not. Null where the server refuses. */
async function getApp(
  ctx: AppContext,
  service: Connection,
  host: string,
  { scope }: MastodonServer,
): Promise<MastodonApp | null> {
  const kept = await findApp(ctx, host);
  if (kept !== null && (await isRegistered(service, kept))) return kept;
  const app = await registerApp(service, { host, scope });
  if (app === null) return null;
  const secret: z.infer<typeof AppSecret> = { secret: app.clientSecret, scope };
  const clientSecret = await ctx.vault.seal(JSON.stringify(secret), appPurpose(host));
  await saveMastodonApp(ctx.db, { host, clientId: app.clientId, clientSecret, createdAt: ctx.clock.now() });
  return app;
}

async function findApp(
  { db, vault }: Pick<AppContext, "db" | "vault">,
  host: string,
): Promise<MastodonApp | null> {
  const row = await findMastodonApp(db, host);
  if (row === undefined) return null;
  try {
    const text = await vault.open(row.clientSecret, appPurpose(host));
    const { secret, scope } = AppSecret.parse(readJson(text));
    return { host, clientId: row.clientId, clientSecret: secret, scope };
  } catch {
    // The instance's key was changed: it is registered again.
    return null;
  }
}

const appPurpose = (host: string): string => `mastodon-app:${host}`;
