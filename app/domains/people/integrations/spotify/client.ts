/** Spotify over HTTP, by its documented API of https://developer.spotify.com/documentation/web-api. */
import * as z from "zod/mini";
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, type Reply, retryAfterOf, withQuery } from "../http.ts";

/** Permissions that the Web Playback SDK needs, and the call that plays a track on it. */
const scopes =
  "streaming user-read-email user-read-private user-modify-playback-state user-read-playback-state";
/** The most that it allows. */
const maxFound = 10;
/** Wait where it reports a limit without saying how long it lasts. */
const defaultWaitMs = 60_000;
/** Its quotas are counted over longer times, of which its documentation says nothing. */
const quotaWaitMs = 24 * 3_600_000;

export type TokensAnswer =
  /** `refresh`: null where the known one stays valid. */
  | { is: "tokens"; access: string; refresh: string | null }
  /** `invalid_grant`: the code or the token is used up, expired or withdrawn. */
  | { is: "refused" }
  /** Nothing is known about the token. `reason` has no secret. */
  | { is: "failed"; reason: string };

export interface FoundTrack {
  id: string;
  name: string;
  artists: string[];
  isrc: string | null;
}

export type SearchAnswer =
  | { is: "found"; tracks: FoundTrack[] }
  /** A rate limit, or a quota that is spent: nothing may be asked before. */
  | { is: "wait"; forMs: number }
  | { is: "failed"; reason: string; status: number };

/** `unknown`: apps in development mode are not told. `refused`: the account may not use this app. */
export type Subscription = "premium" | "none" | "unknown" | "refused";

export interface Spotify {
  authorizeAddress(state: string): string;
  exchange(code: string): Promise<TokensAnswer>;
  refresh(token: string): Promise<TokensAnswer>;
  /** A token of the app itself, which can search. */
  appToken(): Promise<TokensAnswer>;
  subscriptionOf(access: string): Promise<Subscription>;
  search(access: string, query: string): Promise<SearchAnswer>;
}

export function connectSpotify(service: Connection, clock: Clock): Spotify {
  const { id, secret } = service.keys;
  const [accounts, api] = [service.at("accounts.spotify.com"), service.at("api.spotify.com")];
  const returnTo = `${service.origin}/api/spotify/login`;
  const askTokens = async (form: Record<string, string>) =>
    readTokens(
      await ask(service, `${accounts}/api/token`, {
        method: "POST",
        // The secret stands for PKCE, which Spotify documents for apps that cannot keep one.
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        body: new URLSearchParams(form),
      }),
    );
  const get = (access: string, address: string) =>
    ask(service, address, { headers: { authorization: `Bearer ${access}` } });
  return {
    authorizeAddress: (state) =>
      withQuery(`${accounts}/authorize`, {
        client_id: id,
        response_type: "code",
        redirect_uri: returnTo,
        scope: scopes,
        state,
      }),
    exchange: (code) => askTokens({ grant_type: "authorization_code", code, redirect_uri: returnTo }),
    refresh: (token) => askTokens({ grant_type: "refresh_token", refresh_token: token }),
    appToken: () => askTokens({ grant_type: "client_credentials" }),
    subscriptionOf: async (access) => readSubscription(await get(access, `${api}/v1/me`)),
    search: async (access, query) => {
      const asked = { q: query, type: "track", limit: String(maxFound) };
      return readSearch(await get(access, withQuery(`${api}/v1/search`, asked)), clock.now());
    },
  };
}

const Tokens = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.optional(z.string().check(z.minLength(1))),
});
/** An error in OAuth's form, with a code instead of a sentence. */
const TokenFault = z.object({ error: z.string().check(z.regex(/^[a-z_]{1,40}$/)) });

function readTokens(reply: Reply | null): TokensAnswer {
  if (reply === null) return { is: "failed", reason: "no response" };
  const tokens = reply.status === 200 ? Tokens.safeParse(reply.json).data : undefined;
  if (tokens !== undefined)
    return { is: "tokens", access: tokens.access_token, refresh: tokens.refresh_token ?? null };
  const fault = TokenFault.safeParse(reply.json).data?.error;
  if (reply.status === 400 && fault === "invalid_grant") return { is: "refused" };
  return { is: "failed", reason: `${reply.status} ${fault ?? ""}`.trim() };
}

const Account = z.object({ product: z.optional(z.string()) });

function readSubscription(reply: Reply | null): Subscription {
  // In development mode only the people that the operator has named may use an app.
  if (reply?.status === 403) return "refused";
  const product = reply?.status === 200 ? Account.safeParse(reply.json).data?.product : undefined;
  if (product === undefined) return "unknown";
  return product === "premium" ? "premium" : "none";
}

const Found = z.object({
  tracks: z.object({
    items: z.array(
      z.object({
        id: z.string().check(z.regex(/^[A-Za-z0-9]{1,40}$/)),
        name: z.string(),
        artists: z.array(z.object({ name: z.string() })),
        external_ids: z.optional(z.object({ isrc: z.optional(z.string()) })),
      }),
    ),
  }),
});
const ApiFault = z.object({ error: z.object({ reason: z.optional(z.string()) }) });

function readSearch(reply: Reply | null, now: number): SearchAnswer {
  if (reply === null) return { is: "failed", reason: "no response", status: 0 };
  const isQuota = ApiFault.safeParse(reply.json).data?.error.reason === "QUOTA_EXCEEDED";
  if (reply.status === 429 || isQuota)
    return { is: "wait", forMs: retryAfterOf(reply.headers, now) ?? (isQuota ? quotaWaitMs : defaultWaitMs) };
  const found = reply.status === 200 ? Found.safeParse(reply.json).data : undefined;
  if (found === undefined) return { is: "failed", reason: `status ${reply.status}`, status: reply.status };
  const tracks = found.tracks.items.map(({ id, name, artists, external_ids: ids }) => ({
    id,
    name,
    artists: artists.map((artist) => artist.name),
    isrc: ids?.isrc ?? null,
  }));
  return { is: "found", tracks };
}
