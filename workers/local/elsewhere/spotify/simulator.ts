/**
 * Spotify's accounts and its Web API as its developer pages describe them, for an app in development mode. The account
 * of a listener is chosen on the consent page. Its own: `POST /catalogue` adds a track that searches find, and
 * `POST /sdk/connect` is what the simulated player asks in place of a socket.
 */
import { randomText } from "#app/domains/people/accounts/token.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import { Catalogue, cover } from "./catalogue.ts";
import { type AccountKind, accountKinds, spotifyConsentPage } from "./consent.ts";
import { type Device, playOn } from "./playback.ts";
import script from "./player-script.js?raw";

const accessMs = 3_600_000;
/** Time from the consent; refreshing does not prolong it. */
const consentMs = 182 * 86_400_000;

interface Grant {
  owner: string;
  kind: AccountKind;
  consented_at: number;
}
interface Bearer {
  owner: string;
  kind: AccountKind | "app";
  expires_at: number;
}

/** Simulates Spotify in its own tables of the simulators' object. */
export class SpotifySimulator implements PartySimulator {
  readonly #sql: SqlStorage;
  readonly #catalogue: Catalogue;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#catalogue = new Catalogue(sql);
    sql.exec(`
      create table if not exists spotify_codes (
        code text primary key, owner text not null, kind text not null, return_to text not null,
        consented_at integer not null) without rowid;
      create table if not exists spotify_grants (
        token text primary key, owner text not null, kind text not null, consented_at integer not null) without rowid;
      create table if not exists spotify_bearers (
        token text primary key, owner text not null, kind text not null, expires_at integer not null) without rowid;
      create table if not exists spotify_devices (
        id text primary key, owner text not null, asked integer not null) without rowid;
    `);
  }

  /** A 429 without a time is a quota that is spent. */
  fail({ status, retryAfterS }: FaultReply, { path }: SimulatorRequest): Response {
    if (path === "/api/token")
      return status === 400
        ? oauthFault("invalid_grant", "Refresh token revoked")
        : Response.json({ error: "server_error" }, { status });
    if (status === 429 && retryAfterS === null)
      return apiFault(429, "Quota exceeded", { reason: "QUOTA_EXCEEDED" });
    if (status === 429) return apiFault(429, "API rate limit exceeded", { retryAfterS });
    if (status === 401) return apiFault(401, "The access token expired");
    if (status === 403) return apiFault(403, "Player command failed: Premium required", premium);
    return apiFault(status, "Service unavailable");
  }

  async handle(asked: SimulatorRequest): Promise<Response> {
    const { method, path, url } = asked;
    switch (`${method} ${path}`) {
      case "GET /authorize":
        return spotifyConsentPage(url);
      case "POST /authorize":
        return this.#consent(asked);
      case "POST /api/token":
        return this.#token(asked);
      case "GET /v1/me":
        return this.#asBearer(asked, (bearer) => readMe(bearer));
      case "GET /v1/search":
        return this.#asBearer(asked, () => this.#catalogue.search(url));
      case "PUT /v1/me/player/play":
        return this.#asBearer(asked, (bearer) => this.#play(asked, bearer));
      case "POST /sdk/connect":
        return this.#asBearer(asked, (bearer) => this.#connect(bearer));
      case "POST /catalogue":
        return this.#catalogue.add(asked);
      case "GET /spotify-player.js":
        return new Response(script, { headers: { "content-type": "text/javascript; charset=utf-8" } });
      case "GET /cover.svg":
        return cover();
      default:
        return this.#read(asked);
    }
  }

  #consent({ url, body: { form }, now }: SimulatorRequest): Response {
    const returnTo = URL.parse(url.searchParams.get("redirect_uri") ?? "");
    if (returnTo === null) return new Response("INVALID_CLIENT: Invalid redirect URI", { status: 400 });
    const state = url.searchParams.get("state");
    const kind = accountKinds.find((each) => each === form.get("decision"));
    if (kind === undefined) returnTo.searchParams.set("error", "access_denied");
    else {
      const code = randomText(32);
      const owner = form.get("username") || "local";
      const [table, at] = ["insert into spotify_codes values (?, ?, ?, ?, ?)", now];
      this.#sql.exec(table, code, owner, kind, url.searchParams.get("redirect_uri"), at);
      returnTo.searchParams.set("code", code);
    }
    if (state !== null) returnTo.searchParams.set("state", state);
    return Response.redirect(returnTo.href, 302);
  }

  #token({ headers, body: { form }, now }: SimulatorRequest): Response {
    if (headers.get("authorization") !== `Basic ${btoa("local:local-secret")}`)
      return oauthFault("invalid_client", "Invalid client");
    switch (form.get("grant_type")) {
      case "client_credentials":
        return Response.json(this.#issue("", "app", now));
      case "authorization_code": {
        const [grant] = this.#sql
          .exec<Grant & Record<string, string | number>>(
            "delete from spotify_codes where code = ? and return_to = ? returning owner, kind, consented_at",
            form.get("code") ?? "",
            form.get("redirect_uri") ?? "",
          )
          .toArray();
        if (grant === undefined) return oauthFault("invalid_grant", "Invalid authorization code");
        const token = randomText(48);
        const { owner, kind, consented_at: at } = grant;
        this.#sql.exec("insert into spotify_grants values (?, ?, ?, ?)", token, owner, kind, at);
        return Response.json({ ...this.#issue(owner, kind, now), refresh_token: token });
      }
      case "refresh_token": {
        const [grant] = this.#sql
          .exec<Grant & Record<string, string | number>>(
            "select owner, kind, consented_at from spotify_grants where token = ?",
            form.get("refresh_token") ?? "",
          )
          .toArray();
        if (grant === undefined) return oauthFault("invalid_grant", "Invalid refresh token");
        if (now - grant.consented_at > consentMs) return oauthFault("invalid_grant", "Refresh token expired");
        // None comes back: the known one stays valid.
        return Response.json(this.#issue(grant.owner, grant.kind, now));
      }
      default:
        return oauthFault("unsupported_grant_type", "grant_type parameter is missing");
    }
  }

  #issue(owner: string, kind: Bearer["kind"], now: number) {
    const token = randomText(48);
    this.#sql.exec("insert into spotify_bearers values (?, ?, ?, ?)", token, owner, kind, now + accessMs);
    return { access_token: token, token_type: "Bearer", scope: "streaming", expires_in: accessMs / 1_000 };
  }

  #asBearer(
    { headers, now }: SimulatorRequest,
    answer: (bearer: Bearer) => Response | Promise<Response>,
  ): Response | Promise<Response> {
    const [, token = ""] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
    const [bearer] = this.#sql
      .exec<Bearer & Record<string, string | number>>(
        "select owner, kind, expires_at from spotify_bearers where token = ?",
        token,
      )
      .toArray();
    if (bearer === undefined) return apiFault(401, "Invalid access token");
    return bearer.expires_at <= now ? apiFault(401, "The access token expired") : answer(bearer);
  }

  /** The player has connected: it becomes a device of the account. */
  #connect({ owner, kind }: Bearer): Response {
    if (kind !== "premium")
      return apiFault(403, "This functionality is restricted to premium users only", premium);
    const id = randomText(20);
    this.#sql.exec("insert into spotify_devices values (?, ?, 0)", id, owner);
    return Response.json({ device_id: id });
  }

  #play({ url, body: { json } }: SimulatorRequest, { owner, kind }: Bearer): Response {
    if (kind !== "premium") return apiFault(403, "Player command failed: Premium required", premium);
    const [device] = this.#sql
      .exec<Device & Record<string, string | number>>(
        "update spotify_devices set asked = asked + 1 where id = ? and owner = ? returning asked",
        url.searchParams.get("device_id") ?? "",
        owner,
      )
      .toArray();
    return playOn(device, json);
  }

  #read(asked: SimulatorRequest): Response | Promise<Response> {
    const [, id] = /^\/v1\/tracks\/([A-Za-z0-9]+)$/.exec(asked.path) ?? [];
    if (asked.method !== "GET" || id === undefined) return apiFault(404, "Service not found");
    return this.#asBearer(asked, () => this.#catalogue.read(id, asked.url));
  }
}

const premium = { reason: "PREMIUM_REQUIRED" };

/** Returns the account: in development mode it has no `product`; that of an app with more rights does. */
function readMe({ owner, kind }: Bearer): Response {
  if (kind === "stranger")
    return apiFault(403, "User not registered in the Developer Dashboard: the user may not be registered.");
  return Response.json({
    account_id: `account-${owner}`,
    id: owner,
    display_name: owner,
    ...(kind === "told-free" && { product: "free" }),
  });
}

function apiFault(
  status: number,
  message: string,
  { reason, retryAfterS = null }: { reason?: string; retryAfterS?: number | null } = {},
): Response {
  const headers = retryAfterS === null ? undefined : { "retry-after": String(retryAfterS) };
  return Response.json({ error: { status, message, ...(reason && { reason }) } }, { status, headers });
}

const oauthFault = (error: string, description: string) =>
  Response.json({ error, error_description: description }, { status: 400 });
