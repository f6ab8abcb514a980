/** Mixcloud as its developer page describes it, and where that is silent, as public clients found it. */
import { randomText } from "#app/domains/people/accounts/token.ts";
import { consentPage } from "../consent-page.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import type { FormField } from "../read-form.ts";
import { checkUpload, describeProblems } from "./upload.ts";

interface Show {
  key: string;
  owner: string;
  name: string;
  createdAt: number;
  json: string;
}

/** Simulates Mixcloud in its own tables of the simulators' object. */
export class MixcloudSimulator implements PartySimulator {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists mixcloud_codes (
        code text primary key, owner text not null, client text not null, return_to text not null) without rowid;
      create table if not exists mixcloud_tokens (token text primary key, owner text not null) without rowid;
      create table if not exists mixcloud_shows (
        id integer primary key autoincrement, key text not null unique, owner text not null, name text not null,
        created_at integer not null, json text not null);
    `);
  }

  /** Its rate limit is a 403. */
  fail({ status, retryAfterS }: FaultReply): Response {
    const seconds = retryAfterS ?? 452;
    if (status === 403 || status === 429)
      return Response.json(
        {
          error: {
            message: "You have hit your rate limit.",
            type: "RateLimitException",
            retry_after: seconds,
          },
        },
        { status, headers: { "retry-after": String(seconds) } },
      );
    if (status === 401) return failure(status, "An invalid access token was provided", "OAuthException");
    return new Response(`<html><title>${status}</title></html>`, { status });
  }

  async handle(asked: SimulatorRequest): Promise<Response> {
    const { method, path } = asked;
    switch (`${method} ${path}`) {
      case "GET /oauth/authorize":
        return consentPage("Mixcloud", asked.url);
      case "POST /oauth/authorize":
        return this.#consent(asked);
      case "GET /oauth/access_token":
        return this.#exchange(asked);
      case "GET /me/":
        return this.#asOwner(asked, (owner) => Response.json(toUser(owner)));
      case "GET /me/cloudcasts/":
        return this.#asOwner(asked, (owner) => this.#list(owner, asked.url.searchParams));
      case "POST /upload/":
        return this.#asOwner(asked, (owner) => this.#upload(owner, asked.body.fields));
      default:
        return method === "GET" ? this.#show(path) : failure(404, "Not found.", "NotFound");
    }
  }

  #consent({ url, body: { form } }: SimulatorRequest): Response {
    const returnTo = URL.parse(url.searchParams.get("redirect_uri") ?? "");
    if (returnTo === null) return failure(400, "Invalid redirect_uri.", "OAuthException");
    const state = url.searchParams.get("state");
    if (state !== null) returnTo.searchParams.set("state", state);
    if (form.get("decision") === "allow") {
      const code = randomText(16);
      const owner = (form.get("username") ?? "").replace(/[^\w-]/g, "") || "local";
      this.#sql.exec(
        "insert into mixcloud_codes values (?, ?, ?, ?)",
        code,
        owner,
        url.searchParams.get("client_id") ?? "",
        url.searchParams.get("redirect_uri") ?? "",
      );
      returnTo.searchParams.set("code", code);
    } else returnTo.searchParams.set("error", "access_denied");
    return Response.redirect(returnTo.href, 302);
  }

  #exchange({ url: { searchParams: query } }: SimulatorRequest): Response {
    const [row] = this.#sql
      .exec<{ owner: string }>(
        "delete from mixcloud_codes where code = ? and client = ? and return_to = ? returning owner",
        query.get("code") ?? "",
        query.get("client_id") ?? "",
        query.get("redirect_uri") ?? "",
      )
      .toArray();
    if (row === undefined || !query.get("client_secret"))
      return failure(400, "Invalid code.", "OAuthException");
    const token = randomText(24);
    this.#sql.exec("insert into mixcloud_tokens values (?, ?)", token, row.owner);
    // Both forms are in use.
    const { n } = this.#sql.exec<{ n: number }>("select count(*) as n from mixcloud_tokens").one();
    return n % 2 === 1 ? new Response(`access_token=${token}`) : Response.json({ access_token: token });
  }

  #asOwner({ url }: SimulatorRequest, answer: (owner: string) => Response): Response {
    const token = url.searchParams.get("access_token") ?? "";
    const [row] = this.#sql
      .exec<{ owner: string }>("select owner from mixcloud_tokens where token = ?", token)
      .toArray();
    return row === undefined
      ? failure(403, "An invalid access token was provided", "OAuthException")
      : answer(row.owner);
  }

  #list(owner: string, query: URLSearchParams): Response {
    const [limit, offset] = [Number(query.get("limit") ?? 20), Number(query.get("offset") ?? 0)];
    const shows = this.#sql.exec<{ json: string }>(
      "select json from mixcloud_shows where owner = ? order by id desc limit ? offset ?",
      owner,
      limit,
      offset,
    );
    return Response.json({ data: shows.toArray().map(({ json }) => JSON.parse(json)), paging: {} });
  }

  #upload(owner: string, fields: readonly FormField[]): Response {
    const problems = checkUpload(fields);
    if (Object.keys(problems).length > 0) return describeProblems(problems);
    const text = (name: string) => fields.find((field) => field.name === name)?.text ?? "";
    const show = this.#insert(owner, text("name"), {
      description: text("description"),
      mp3_bytes: fields.find(({ name }) => name === "mp3")?.bytes ?? 0,
      picture_bytes: fields.find(({ name }) => name === "picture")?.bytes ?? null,
      tags: valuesOf(fields, /^tags-(\d+)-(tag)$/).map(({ tag }) => ({ name: tag })),
      sections: valuesOf(fields, /^sections-(\d+)-(artist|song|chapter|start_time)$/),
    });
    return Response.json({ result: { success: true, message: `Uploaded ${show.name}`, key: show.key } });
  }

  #insert(owner: string, name: string, facts: Record<string, unknown>): Show {
    const createdAt = Date.now();
    const { n } = this.#sql.exec<{ n: number }>("select count(*) as n from mixcloud_shows").one();
    const slug =
      name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "") || "show";
    const key = `/${owner}/${slug}-${n + 1}/`;
    const created = `${new Date(createdAt).toISOString().slice(0, 19)}Z`;
    const json = JSON.stringify({ key, name, created_time: created, user: toUser(owner), ...facts });
    const show = { key, owner, name, createdAt, json };
    this.#sql.exec(
      "insert into mixcloud_shows (key, owner, name, created_at, json) values (?, ?, ?, ?, ?)",
      key,
      owner,
      name,
      createdAt,
      json,
    );
    return show;
  }

  #show(key: string): Response {
    const [row] = this.#sql
      .exec<{ json: string }>("select json from mixcloud_shows where key = ?", key)
      .toArray();
    return row === undefined
      ? failure(404, "Not found.", "NotFound")
      : new Response(row.json, { headers: { "content-type": "application/json" } });
  }
}

const toUser = (username: string) => ({ username, name: username, key: `/${username}/` });

const failure = (status: number, message: string, type: string) =>
  Response.json({ error: { message, type } }, { status });

/** The fields with a number in their name, one object for each number. */
function valuesOf(fields: readonly FormField[], pattern: RegExp): Record<string, string>[] {
  const values: Record<string, string>[] = [];
  for (const { name, text } of fields) {
    const [, n, key] = pattern.exec(name) ?? [];
    if (key === undefined) continue;
    values[Number(n)] = { ...values[Number(n)], [key]: text ?? "" };
  }
  return values;
}
