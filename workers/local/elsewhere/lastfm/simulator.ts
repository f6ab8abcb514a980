/** Last.fm as its documentation describes it. `/user/{name}` shows an account's listens. */
import { createHash } from "node:crypto";
import { randomText } from "#app/domains/people/accounts/token.ts";
import { consentPage } from "../consent-page.ts";
import { type KeptListen, listensPage } from "../listens-page.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";

/** The registration of a local copy (`durable-objects/elsewhere.ts`). */
const app = { id: "local", secret: "local-secret" } as const;

const tokenMs = 60 * 60_000;
const oldestMs = 14 * 24 * 3_600_000;

/** Its error codes, with the status that comes with them. */
const errors = {
  3: { status: 400, message: "Invalid Method - No method with that name in this package" },
  4: { status: 403, message: "Unauthorized Token - This token has not been issued" },
  6: { status: 400, message: "Invalid parameters - Your request is missing a required parameter" },
  9: { status: 403, message: "Invalid session key - Please re-authenticate" },
  10: { status: 403, message: "Invalid API key - You must be granted a valid key by last.fm" },
  13: { status: 403, message: "Invalid method signature supplied" },
  14: { status: 403, message: "Unauthorized Token - This token has not been authorized" },
  15: { status: 403, message: "This token has expired" },
  16: { status: 503, message: "The service is temporarily unavailable, please try again." },
  29: { status: 429, message: "Rate Limit Exceeded - Your IP has made too many requests in a short period" },
} as const;

/** Simulates Last.fm in its own tables of the simulators' object. */
export class LastFmSimulator implements PartySimulator {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists lastfm_tokens (token text primary key, owner text, issued_at integer not null)
        without rowid;
      create table if not exists lastfm_sessions (key text primary key, owner text not null) without rowid;
      create table if not exists lastfm_listens (
        owner text not null, at integer not null, artist text not null, title text not null,
        primary key (owner, at, artist, title)) without rowid;
    `);
  }

  fail({ status }: FaultReply): Response {
    if (status === 401 || status === 403) return failure(9);
    if (status === 429) return failure(29);
    if (status === 503) return failure(16);
    return new Response(`<html><title>${status}</title></html>`, { status });
  }

  handle(asked: SimulatorRequest): Response | Promise<Response> {
    const { method, path, url } = asked;
    const [, user] = /^\/user\/([^/]+)$/.exec(path) ?? [];
    if (method === "GET" && user !== undefined)
      return listensPage("Last.fm", user, this.#listensOf(decodeURIComponent(user)));
    switch (`${method} ${path}`) {
      case "GET /api/auth/":
        return url.searchParams.get("api_key") === app.id ? consentPage("Last.fm", url) : failure(10);
      case "POST /api/auth/":
        return this.#consent(asked);
      case "GET /2.0/":
        return this.#call(url.searchParams, asked);
      case "POST /2.0/":
        return this.#call(asked.body.form, asked);
      default:
        return new Response("Not found.", { status: 404 });
    }
  }

  /** Returns the consent page; where its owner refuses, which is not documented, it stays on a page of its own. */
  #consent({ url, body: { form }, now }: SimulatorRequest): Response {
    const returnTo = URL.parse(url.searchParams.get("cb") ?? "");
    if (form.get("decision") !== "allow") return new Response("Access was not granted.");
    const token = this.#issue(form.get("username") ?? "local", now);
    if (returnTo === null) return new Response("You have granted access. Return to the application.");
    returnTo.searchParams.set("token", token);
    return Response.redirect(returnTo.href, 302);
  }

  #call(parameters: URLSearchParams, asked: SimulatorRequest): Response {
    if (parameters.get("format") !== "json") return new Response("<lfm status='failed'/>", { status: 400 });
    if (parameters.get("api_key") !== app.id) return failure(10);
    if (parameters.get("api_sig") !== sign(parameters)) return failure(13);
    switch (`${asked.method} ${parameters.get("method")?.toLowerCase()}`) {
      case "GET auth.gettoken":
        return Response.json({ token: this.#issue(null, asked.now) });
      case "GET auth.getsession":
        return this.#exchange(parameters.get("token") ?? "", asked.now);
      case "POST track.scrobble":
        return this.#scrobble(parameters, asked.now);
      default:
        return failure(3);
    }
  }

  #issue(owner: string | null, now: number): string {
    const token = randomText(24);
    this.#sql.exec("insert into lastfm_tokens values (?, ?, ?)", token, owner, now);
    return token;
  }

  #exchange(token: string, now: number): Response {
    const [row] = this.#sql
      .exec<{ owner: string | null; issued_at: number }>(
        "select owner, issued_at from lastfm_tokens where token = ?",
        token,
      )
      .toArray();
    if (row === undefined) return failure(4);
    if (row.owner === null) return failure(14);
    if (now - row.issued_at > tokenMs) return failure(15);
    this.#sql.exec("delete from lastfm_tokens where token = ?", token);
    const key = randomText(24);
    this.#sql.exec("insert into lastfm_sessions values (?, ?)", key, row.owner);
    return Response.json({ session: { subscriber: 0, name: row.owner, key } });
  }

  #scrobble(parameters: URLSearchParams, now: number): Response {
    const text = (name: string) => parameters.get(name)?.trim() ?? "";
    const [row] = this.#sql
      .exec<{ owner: string }>("select owner from lastfm_sessions where key = ?", text("sk"))
      .toArray();
    if (row === undefined) return failure(9);
    const [artist, title, at] = [text("artist"), text("track"), Number(text("timestamp"))];
    if (artist === "" || title === "" || !Number.isInteger(at) || at <= 0) return failure(6);
    const age = now - at * 1_000;
    const ignored = age > oldestMs ? 3 : age < -600_000 ? 4 : 0;
    if (ignored === 0)
      this.#sql.exec(
        "insert into lastfm_listens values (?, ?, ?, ?) on conflict do nothing",
        row.owner,
        at,
        artist,
        title,
      );
    const named = (name: string) => ({ corrected: "0", "#text": name });
    return Response.json({
      scrobbles: {
        scrobble: {
          artist: named(artist),
          album: { corrected: "0" },
          track: named(title),
          ignoredMessage: { code: String(ignored), "#text": "" },
          albumArtist: { corrected: "0", "#text": "" },
          timestamp: String(at),
        },
        "@attr": { ignored: ignored === 0 ? 0 : 1, accepted: ignored === 0 ? 1 : 0 },
      },
    });
  }

  #listensOf(owner: string): KeptListen[] {
    return this.#sql
      .exec<{ artist: string; title: string; at: number }>(
        "select artist, title, at from lastfm_listens where owner = ? order by at desc",
        owner,
      )
      .toArray();
  }
}

/** Signs by its page on signatures, and not by our code. */
function sign(parameters: URLSearchParams): string {
  const names = [...parameters.keys()].filter((name) => !["api_sig", "format", "callback"].includes(name));
  let text = "";
  for (const name of names.sort()) text += name + parameters.get(name);
  return createHash("md5")
    .update(text + app.secret)
    .digest("hex");
}

function failure(error: keyof typeof errors): Response {
  const { status, message } = errors[error];
  return Response.json({ error, message }, { status });
}
