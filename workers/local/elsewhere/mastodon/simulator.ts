/**
 * Mastodon servers: every host is one. What is special about it is the first part of its name: `blog` is a website
 * without Mastodon, `nowhere` does not respond, `moved` redirects, `old` is a Mastodon of before 4.3 and forgets its
 * apps on the page `/settings/applications`, `long` allows posts of 5,000 characters.
 */
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import { MastodonOAuth } from "./oauth.ts";
import { MastodonPages } from "./pages.ts";
import { fail } from "./replies.ts";
import { toServer } from "./servers.ts";
import { MastodonStatuses } from "./statuses.ts";

/** Simulates Mastodon in its own tables of the simulators' object. */
export class MastodonSimulator implements PartySimulator {
  readonly #oauth: MastodonOAuth;
  readonly #statuses: MastodonStatuses;
  readonly #pages: MastodonPages;

  constructor(sql: SqlStorage) {
    this.#oauth = new MastodonOAuth(sql);
    this.#statuses = new MastodonStatuses(sql, this.#oauth);
    this.#pages = new MastodonPages(sql, this.#oauth);
  }

  fail({ status, retryAfterS }: FaultReply, { now }: SimulatorRequest): Response {
    const reset = new Date(now + (retryAfterS ?? 300) * 1_000).toISOString();
    if (status === 429) return fail(429, "Too many requests", { "x-ratelimit-reset": reset });
    if (status === 401) return fail(401, "The access token is invalid");
    if (status === 403) return fail(403, "This action is outside the authorized scopes");
    if (status === 422) return fail(422, "Validation failed: Text can't be blank");
    return new Response(`<html><title>${status}</title></html>`, { status });
  }

  handle(asked: SimulatorRequest): Response | Promise<Response> {
    const { method, path, host } = asked;
    const { kind, instance } = toServer(host);
    if (kind === "nowhere") throw new Error("The simulated host does not exist.");
    if (kind === "moved") return Response.redirect(`https://elsewhere.example${path}`, 301);
    if (kind === "blog") return new Response("<html><title>A blog</title></html>", { headers: htmlType });
    switch (`${method} ${path}`) {
      case "GET /api/v2/instance":
        return Response.json(instance);
      case "POST /api/v1/apps":
        return this.#oauth.register(asked);
      case "GET /oauth/authorize":
        return this.#oauth.authorize(asked);
      case "POST /oauth/authorize":
        return this.#oauth.consent(asked);
      case "POST /oauth/token":
        return this.#oauth.token(asked);
      case "POST /oauth/revoke":
        return this.#oauth.revoke(asked);
      case "GET /api/v1/accounts/verify_credentials":
        return this.#statuses.verify(asked);
      case "POST /api/v1/statuses":
        return this.#statuses.create(asked);
      default:
        if (method === "PUT" && path.startsWith("/api/v1/statuses/")) return this.#statuses.edit(asked);
        if (path.startsWith("/api/")) return fail(404, "Record not found");
        return this.#pages.handle(asked);
    }
  }
}

const htmlType = { "content-type": "text/html; charset=utf-8" };
