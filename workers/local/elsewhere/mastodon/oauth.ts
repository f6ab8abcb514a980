/** The apps, codes and tokens of the simulator's servers. */
import * as z from "zod/mini";
import { randomText, toBase64Url } from "#app/domains/people/accounts/token.ts";
import { consentPage } from "../consent-page.ts";
import type { SimulatorRequest } from "../party-simulator.ts";
import { fail, failOAuth } from "./replies.ts";
import { toServer } from "./servers.ts";

const codeMs = 10 * 60_000;

type Row<Names extends string> = Record<Names, string>;

const NewApp = z.object({
  client_name: z.string().check(z.minLength(1)),
  redirect_uris: z.union([z.url(), z.array(z.url())]),
  scopes: z.optional(z.string()),
  website: z.optional(z.url()),
});

export interface TokenOwner {
  account: string;
  scopes: ReadonlySet<string>;
}

export class MastodonOAuth {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists mastodon_apps (
        host text not null, client text not null, secret text not null, return_to text not null, scope text not null);
      create table if not exists mastodon_codes (
        code text primary key, host text not null, client text not null, return_to text not null, scope text not null,
        challenge text not null, account text not null, at integer not null) without rowid;
      create table if not exists mastodon_tokens (
        token text primary key, host text not null, client text not null, scope text not null,
        account text not null) without rowid;
    `);
  }

  register({ host, body }: SimulatorRequest): Response {
    const input = NewApp.safeParse(body.json ?? Object.fromEntries(body.form));
    if (!input.success) return fail(422, "Validation failed: Redirect URI must be an absolute URI.");
    const { redirect_uris: returns, scopes = "read", client_name: name, website = null } = input.data;
    if (scopes.split(" ").some((scope) => !toServer(host).scopes.has(scope)))
      return fail(422, "Validation failed: Scopes doesn't match configured on the server.");
    const [client, secret] = [randomText(24), randomText(24)];
    const returnTo = [returns].flat().join("\n");
    this.#sql.exec(
      "insert into mastodon_apps values (?, ?, ?, ?, ?)",
      host,
      client,
      secret,
      returnTo,
      scopes,
    );
    return Response.json({
      id: "1",
      name,
      website,
      scopes: scopes.split(" "),
      redirect_uris: returnTo.split("\n"),
      client_id: client,
      client_secret: secret,
      client_secret_expires_at: 0,
    });
  }

  #findApp(host: string, client: string): Row<"secret" | "return_to" | "scope"> | undefined {
    return this.#sql
      .exec<Row<"secret" | "return_to" | "scope">>(
        "select secret, return_to, scope from mastodon_apps where host = ? and client = ?",
        host,
        client,
      )
      .toArray()[0];
  }

  /** Returns what is wrong with a request to authorize, or null. */
  #checkAuthorize({ host, url: { searchParams: query } }: SimulatorRequest): string | null {
    const app = this.#findApp(host, query.get("client_id") ?? "");
    if (app === undefined) return "Client authentication failed due to unknown client.";
    if (!app.return_to.split("\n").includes(query.get("redirect_uri") ?? ""))
      return "The redirect URI included is not valid.";
    const registered = new Set(app.scope.split(" "));
    const asked = (query.get("scope") ?? "read").split(" ");
    if (asked.some((scope) => !registered.has(scope))) return "The requested scope is invalid.";
    if (query.get("response_type") !== "code") return "This response type is not supported.";
    return null;
  }

  authorize(asked: SimulatorRequest): Response | Promise<Response> {
    const problem = this.#checkAuthorize(asked);
    if (problem !== null) return new Response(`<h1>${problem}</h1>`, { status: 400 });
    return consentPage(`Mastodon at ${asked.host}`, asked.url);
  }

  consent(asked: SimulatorRequest): Response {
    const problem = this.#checkAuthorize(asked);
    if (problem !== null) return new Response(`<h1>${problem}</h1>`, { status: 400 });
    const { url, body, host, now } = asked;
    const query = url.searchParams;
    const given = (name: string) => query.get(name) ?? "";
    const returnTo = new URL(given("redirect_uri"));
    if (query.has("state")) returnTo.searchParams.set("state", given("state"));
    if (body.form.get("decision") !== "allow") {
      returnTo.searchParams.set("error", "access_denied");
      returnTo.searchParams.set(
        "error_description",
        "The resource owner or authorization server denied the request.",
      );
      return Response.redirect(returnTo.href, 302);
    }
    const code = randomText(24);
    const account = (body.form.get("username") ?? "").replace(/\W/g, "") || "local";
    const challenge = toServer(host).hasPkce ? given("code_challenge") : "";
    this.#sql.exec(
      "insert into mastodon_codes values (?, ?, ?, ?, ?, ?, ?, ?)",
      code,
      host,
      given("client_id"),
      given("redirect_uri"),
      query.get("scope") ?? "read",
      challenge,
      account,
      now,
    );
    returnTo.searchParams.set("code", code);
    return Response.redirect(returnTo.href, 302);
  }

  async token(asked: SimulatorRequest): Promise<Response> {
    const { host, body, now } = asked;
    const given = readFields(body);
    const client = given("client_id");
    const app = this.#findApp(host, client);
    if (app === undefined || app.secret !== given("client_secret"))
      return failOAuth(
        401,
        "invalid_client",
        "Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.",
      );
    if (given("grant_type") === "client_credentials")
      return Response.json(grant(randomText(32), "read", now));
    if (given("grant_type") !== "authorization_code")
      return failOAuth(400, "unsupported_grant_type", "The authorization grant type is not supported.");
    const [code] = this.#sql
      .exec<Row<"return_to" | "scope" | "challenge" | "account"> & { at: number }>(
        "delete from mastodon_codes where code = ? and host = ? and client = ? returning *",
        given("code"),
        host,
        client,
      )
      .toArray();
    const isValid =
      code !== undefined &&
      code.at + codeMs > now &&
      code.return_to === given("redirect_uri") &&
      (code.challenge === "" || code.challenge === (await challengeOf(given("code_verifier"))));
    if (!isValid)
      return failOAuth(
        400,
        "invalid_grant",
        "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.",
      );
    const token = randomText(32);
    const { scope, account } = code;
    this.#sql.exec("insert into mastodon_tokens values (?, ?, ?, ?, ?)", token, host, client, scope, account);
    return Response.json(grant(token, scope, now));
  }

  revoke({ host, body }: SimulatorRequest): Response {
    const given = readFields(body);
    const app = this.#findApp(host, given("client_id"));
    if (app === undefined || app.secret !== given("client_secret"))
      return failOAuth(403, "unauthorized_client", "You are not authorized to revoke this token");
    this.#sql.exec(
      "delete from mastodon_tokens where token = ? and host = ? and client = ?",
      given("token"),
      host,
      given("client_id"),
    );
    return Response.json({});
  }

  /** Returns the owner of the token, or the response that refuses it. */
  ownerOf({ headers, host }: SimulatorRequest): TokenOwner | Response {
    const token = /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "";
    const [row] = this.#sql
      .exec<Row<"account" | "scope">>(
        "select account, scope from mastodon_tokens where token = ? and host = ?",
        token,
        host,
      )
      .toArray();
    if (row === undefined) return fail(401, "The access token is invalid");
    return { account: row.account, scopes: new Set(row.scope.split(" ")) };
  }

  /** Servers before 4.3 delete apps without tokens; their owners delete tokens. */
  forget(host: string, what: "apps" | "tokens"): void {
    if (what === "apps") this.#sql.exec("delete from mastodon_apps where host = ?", host);
    this.#sql.exec("delete from mastodon_tokens where host = ?", host);
  }
}

function readFields({ json, form }: SimulatorRequest["body"]): (name: string) => string {
  const fields = z.record(z.string(), z.string()).safeParse(json).data;
  return (name) => fields?.[name] ?? form.get(name) ?? "";
}

const grant = (token: string, scope: string, now: number) => ({
  access_token: token,
  token_type: "Bearer",
  scope,
  created_at: Math.floor(now / 1_000),
});

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}
