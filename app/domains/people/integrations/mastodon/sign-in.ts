/** Mastodon's OAuth: this instance is registered with each server once, and then asks each account for a token. */
import * as z from "zod/mini";
import { toBase64Url } from "../../accounts/token.ts";
import type { Connection } from "../elsewhere.ts";
import { withQuery } from "../http.ts";
import { defaultLimits, type MastodonLimits } from "./post-limit.ts";
import { callMastodon, errorOf } from "./protocol.ts";

/** The registration of this instance. */
export interface MastodonApp {
  host: string;
  clientId: string;
  clientSecret: string;
  /** The scope that it was registered for, and asks of each account. */
  scope: string;
}

/** The stored data of a linked account, sealed. */
export const MastodonAccount = z.object({
  host: z.string(),
  /** Id and secret of the app to which the token was granted. */
  clientId: z.string(),
  clientSecret: z.string(),
  token: z.string(),
  maxCharacters: z.number(),
  linkCharacters: z.number(),
});
export type MastodonAccount = z.infer<typeof MastodonAccount>;

const Server = z.object({
  version: z.string(),
  configuration: z.optional(
    z.object({
      statuses: z.optional(
        z.object({
          max_characters: z.optional(z.number()),
          characters_reserved_per_url: z.optional(z.number()),
        }),
      ),
    }),
  ),
});

export interface MastodonServer extends MastodonLimits {
  /** The least that an app needs there. */
  scope: string;
}

/** Null where no Mastodon server responds. */
export async function readServer(service: Connection, host: string): Promise<MastodonServer | null> {
  const reply = await callMastodon(service, host, { path: "/api/v2/instance" });
  const server = reply?.status === 200 ? Server.safeParse(reply.json).data : undefined;
  if (server === undefined) return null;
  const statuses = server.configuration?.statuses;
  return {
    // `profile` came with 4.3.
    scope: isAtLeast(server.version, 4, 3) ? "profile write:statuses" : "read:accounts write:statuses",
    maxCharacters: statuses?.max_characters ?? defaultLimits.maxCharacters,
    linkCharacters: statuses?.characters_reserved_per_url ?? defaultLimits.linkCharacters,
  };
}

/** `4.3.1`, or of other software that speaks its API `2.7.2 (compatible; Pleroma 2.5.0)`. */
function isAtLeast(version: string, major: number, minor: number): boolean {
  const [, ...numbers] = /^(\d{1,4})\.(\d{1,4})/.exec(version) ?? [];
  const [has = 0, hasMinor = 0] = numbers.map(Number);
  return has > major || (has === major && hasMinor >= minor);
}

const returnTo = ({ origin }: Connection): string => `${origin}/api/social/mastodon`;

/** Null where the server refuses. */
export async function registerApp(
  service: Connection,
  { host, scope }: { host: string; scope: string },
): Promise<MastodonApp | null> {
  const json = {
    client_name: "Cue Music",
    redirect_uris: returnTo(service),
    scopes: scope,
    website: service.origin,
  };
  const reply = await callMastodon(service, host, { method: "POST", path: "/api/v1/apps", json });
  const app = z.object({ client_id: z.string(), client_secret: z.string() }).safeParse(reply?.json);
  if (reply?.status !== 200 || !app.success) return null;
  return { host, clientId: app.data.client_id, clientSecret: app.data.client_secret, scope };
}

/** False where the server has forgotten it, as those before 4.3 do. */
export async function isRegistered(service: Connection, app: MastodonApp): Promise<boolean> {
  const form = { grant_type: "client_credentials", ...credentialsOf(app), redirect_uri: returnTo(service) };
  const reply = await callMastodon(service, app.host, { method: "POST", path: "/oauth/token", form });
  return reply === null || errorOf(reply) !== "invalid_client";
}

/** Returns the address where someone allows us to post, in a browser. Servers before 4.3 ignore the challenge. */
export async function authorizeAddress(
  service: Connection,
  { host, clientId, scope }: MastodonApp,
  { state, verifier }: { state: string; verifier: string },
): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return withQuery(`${service.at(host)}/oauth/authorize`, {
    response_type: "code",
    client_id: clientId,
    redirect_uri: returnTo(service),
    scope,
    state,
    code_challenge: toBase64Url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
}

/** The token for the code with which the server returned; it does not expire. Else the error, which may be empty. */
export async function exchangeCode(
  service: Connection,
  app: MastodonApp,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ token: string } | { error: string }> {
  const form = {
    grant_type: "authorization_code",
    code,
    ...credentialsOf(app),
    redirect_uri: returnTo(service),
    code_verifier: verifier,
  };
  const reply = await callMastodon(service, app.host, { method: "POST", path: "/oauth/token", form });
  const granted = z.object({ access_token: z.string() }).safeParse(reply?.json);
  if (reply?.status === 200 && granted.success) return { token: granted.data.access_token };
  return { error: reply === null ? "" : errorOf(reply) };
}

/** The name of the account whose token it is; null where the server does not say. */
export async function nameOfAccount(
  service: Connection,
  { host, token }: Pick<MastodonAccount, "host" | "token">,
): Promise<string | null> {
  const reply = await callMastodon(service, host, { path: "/api/v1/accounts/verify_credentials", token });
  const account = reply?.status === 200 ? z.object({ username: z.string() }).safeParse(reply.json) : null;
  return account?.success ? `@${account.data.username}@${host}` : null;
}

export async function revokeToken(service: Connection, account: MastodonAccount): Promise<void> {
  const form = { ...credentialsOf(account), token: account.token };
  await callMastodon(service, account.host, { method: "POST", path: "/oauth/revoke", form });
}

const credentialsOf = ({ clientId, clientSecret }: Pick<MastodonApp, "clientId" | "clientSecret">) => ({
  client_id: clientId,
  client_secret: clientSecret,
});
