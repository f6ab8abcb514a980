/** X as its documentation describes it, and where that is silent, as public clients found it. */
import { randomText } from "#app/domains/people/accounts/token.ts";
import { consentPage } from "../consent-page.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import { byCode, formText, problem, problemOf } from "./answers.ts";
import { TwitterPosts } from "./posts.ts";
import { readSigned, type Signed } from "./signed.ts";

/** Simulates X in its own tables of the simulators' object. */
export class TwitterSimulator implements PartySimulator {
  readonly #sql: SqlStorage;
  readonly #posts: TwitterPosts;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists twitter_requests (
        token text primary key, secret text not null, callback text not null, verifier text, owner text) without rowid;
      create table if not exists twitter_tokens (
        token text primary key, secret text not null, owner text not null unique) without rowid;
    `);
    this.#posts = new TwitterPosts(sql);
  }

  fail({ status, retryAfterS }: FaultReply, { path, now }: SimulatorRequest): Response {
    // It says when to try again only in its own headers.
    const reset = Math.ceil(now / 1_000) + (retryAfterS ?? 900);
    const headers = {
      "x-rate-limit-limit": "100",
      "x-rate-limit-remaining": "0",
      "x-rate-limit-reset": `${reset}`,
    };
    if (status === 429) return problem(429, "Too Many Requests", { headers });
    if (status === 401 && !path.startsWith("/2/")) return byCode(401, 89, "Invalid or expired token.");
    return problemOf(status) ?? new Response(`<html><title>${status}</title></html>`, { status });
  }

  async handle(asked: SimulatorRequest): Promise<Response> {
    const { method, path } = asked;
    switch (`${method} ${path}`) {
      case "POST /oauth/request_token":
        return this.#asApp(asked, (signed) => this.#begin(asked, signed));
      case "GET /oauth/authenticate":
      case "GET /oauth/authorize":
        return this.#askOwner(asked);
      case "POST /oauth/authenticate":
      case "POST /oauth/authorize":
        return this.#decide(asked);
      case "POST /oauth/access_token":
        return this.#exchange(asked);
      case "POST /1.1/oauth/invalidate_token.json":
        return this.#asOwner(asked, (_, token) => this.#invalidate(token));
      case "POST /2/tweets":
        return this.#asOwner(asked, (owner) => this.#posts.create(owner, asked));
      default:
        return method === "GET" && path.startsWith("/i/status/")
          ? this.#posts.show(path.slice("/i/status/".length))
          : byCode(404, 34, "Sorry, that page does not exist.");
    }
  }

  async #asApp(
    asked: SimulatorRequest,
    answer: (signed: Signed) => Response,
    tokenSecret = "",
  ): Promise<Response> {
    const signed = await readSigned(asked, tokenSecret);
    return signed === null ? byCode(401, 32, "Could not authenticate you.") : answer(signed);
  }

  /** Signed with the token of an account. */
  async #asOwner(
    asked: SimulatorRequest,
    answer: (owner: string, token: string) => Response,
  ): Promise<Response> {
    const token = (await readSigned(asked, null))?.oauth_token ?? "";
    const [row] = this.#sql
      .exec<{ secret: string; owner: string }>(
        "select secret, owner from twitter_tokens where token = ?",
        token,
      )
      .toArray();
    if (row === undefined) return byCode(401, 89, "Invalid or expired token.");
    return this.#asApp(asked, () => answer(row.owner, token), row.secret);
  }

  #begin({ url }: SimulatorRequest, { oauth_callback: callback }: Signed): Response {
    // What is registered for a local copy.
    if (callback !== `${url.origin}/api/social/twitter`)
      return byCode(403, 415, "Callback URL not approved for this client application.");
    const [token, secret] = [randomText(20), randomText(24)];
    this.#sql.exec(
      "insert into twitter_requests (token, secret, callback) values (?, ?, ?)",
      token,
      secret,
      callback,
    );
    return formText({ oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: "true" });
  }

  #askOwner({ url }: SimulatorRequest): Response | Promise<Response> {
    return this.#callbackOf(url) === null
      ? new Response("There is no request token for this page.", { status: 403 })
      : consentPage("X", url);
  }

  #callbackOf(url: URL): string | null {
    const token = url.searchParams.get("oauth_token") ?? "";
    const [row] = this.#sql
      .exec<{ callback: string }>(
        "select callback from twitter_requests where token = ? and verifier is null",
        token,
      )
      .toArray();
    return row?.callback ?? null;
  }

  #decide({ url, body: { form } }: SimulatorRequest): Response {
    const callback = this.#callbackOf(url);
    if (callback === null) return new Response("There is no request token for this page.", { status: 403 });
    const [token, returnTo] = [url.searchParams.get("oauth_token") ?? "", new URL(callback)];
    if (form.get("decision") === "allow") {
      const verifier = randomText(24);
      const owner = (form.get("username") ?? "").replace(/\W/g, "") || "local";
      this.#sql.exec(
        "update twitter_requests set verifier = ?, owner = ? where token = ?",
        verifier,
        owner,
        token,
      );
      returnTo.searchParams.set("oauth_token", token);
      returnTo.searchParams.set("oauth_verifier", verifier);
    } else {
      this.#sql.exec("delete from twitter_requests where token = ?", token);
      returnTo.searchParams.set("denied", token);
    }
    return Response.redirect(returnTo.href, 302);
  }

  async #exchange(asked: SimulatorRequest): Promise<Response> {
    const token = (await readSigned(asked, null))?.oauth_token ?? "";
    const [row] = this.#sql
      .exec<{ secret: string; verifier: string | null; owner: string | null }>(
        "select secret, verifier, owner from twitter_requests where token = ?",
        token,
      )
      .toArray();
    if (row === undefined) return byCode(401, 89, "Invalid or expired token.");
    const { verifier, owner } = row;
    return this.#asApp(
      asked,
      ({ oauth_verifier: given }) => {
        const isAllowed = verifier !== null && (given ?? asked.body.form.get("oauth_verifier")) === verifier;
        if (!isAllowed || owner === null) return byCode(401, 32, "Could not authenticate you.");
        this.#sql.exec("delete from twitter_requests where token = ?", token);
        return this.#grant(owner);
      },
      row.secret,
    );
  }

  /** An account has one token for an app until it is revoked. */
  #grant(owner: string): Response {
    this.#sql.exec(
      "insert into twitter_tokens values (?, ?, ?) on conflict do nothing",
      `${randomText(6)}-${randomText(24)}`,
      randomText(32),
      owner,
    );
    const { token, secret, id } = this.#sql
      .exec<{ token: string; secret: string; id: number }>(
        "select token, secret, length(owner) as id from twitter_tokens where owner = ?",
        owner,
      )
      .one();
    return formText({ oauth_token: token, oauth_token_secret: secret, user_id: `${id}`, screen_name: owner });
  }

  #invalidate(token: string): Response {
    this.#sql.exec("delete from twitter_tokens where token = ?", token);
    return Response.json({ access_token: token });
  }
}
