/** ListenBrainz as its documentation describes it. `/settings/` gives an account's token, `/user/{name}/` its listens. */
import { html } from "hono/html";
import * as z from "zod/mini";
import { type KeptListen, listensPage } from "../listens-page.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";

const max = { listens: 1_000, listenBytes: 10_240 } as const;
/** Older times are refused: Last.fm began then. */
const oldestS = 1_033_430_400;

const Listen = z.object({
  listened_at: z.number().check(z.int(), z.gte(oldestS)),
  track_metadata: z.object({
    artist_name: z.string().check(z.trim(), z.minLength(1)),
    track_name: z.string().check(z.trim(), z.minLength(1)),
  }),
});
const Submission = z.object({
  listen_type: z.enum(["single", "import"]),
  payload: z.array(Listen).check(z.minLength(1), z.maxLength(max.listens)),
});

/** Simulates ListenBrainz in its own tables of the simulators' object. */
export class ListenBrainzSimulator implements PartySimulator {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists listenbrainz_tokens (token text primary key, owner text not null unique) without rowid;
      create table if not exists listenbrainz_listens (
        owner text not null, at integer not null, artist text not null, title text not null,
        primary key (owner, at, artist, title)) without rowid;
    `);
  }

  fail({ status, retryAfterS }: FaultReply): Response {
    if (status === 429) {
      const seconds = String(retryAfterS ?? 10);
      const limits = {
        "x-ratelimit-limit": "30",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset-in": seconds,
      };
      return failure(429, "You have exceeded your rate limit.", limits);
    }
    if (status === 401) return failure(401, "Invalid authorization token.");
    return new Response(`<html><title>${status}</title></html>`, { status });
  }

  handle(asked: SimulatorRequest): Response | Promise<Response> {
    const { method, path } = asked;
    const [, user] = /^\/user\/([^/]+)\/$/.exec(path) ?? [];
    if (method === "GET" && user !== undefined)
      return listensPage("ListenBrainz", user, this.#listensOf(decodeURIComponent(user)));
    switch (`${method} ${path}`) {
      case "GET /settings/":
        return settingsPage(null);
      case "POST /settings/":
        return settingsPage(this.#tokenOf(asked.body.form.get("username") ?? "local"));
      case "GET /1/validate-token":
        return this.#validate(asked);
      case "POST /1/submit-listens":
        return this.#submit(asked);
      default:
        return failure(404, "Not found.");
    }
  }

  #validate({ headers }: SimulatorRequest): Response {
    const token = readToken(headers);
    if (token === null) return failure(400, "You need to provide an Authorization token.");
    const owner = this.#ownerOf(token);
    return owner === undefined
      ? Response.json({ code: 200, message: "Token invalid.", valid: false })
      : Response.json({ code: 200, message: "Token valid.", valid: true, user_name: owner });
  }

  #submit({ headers, body, now }: SimulatorRequest): Response {
    const token = readToken(headers);
    if (token === null) return failure(401, "You need to provide an Authorization header.");
    const owner = this.#ownerOf(token);
    if (owner === undefined) return failure(401, "Invalid authorization token.");
    const given = Submission.safeParse(body.json);
    if (!given.success) return failure(400, "JSON document is not valid.");
    const { listen_type: type, payload } = given.data;
    if (type === "single" && payload.length > 1)
      return failure(400, "JSON document contains too many listens for a single listen.");
    if (body.bytes.length > max.listenBytes * payload.length) return failure(400, "Payload too large.");
    if (payload.some(({ listened_at: at }) => at * 1_000 > now + 600_000))
      return failure(400, "Value for key listened_at is in the future.");
    for (const { listened_at: at, track_metadata: track } of payload)
      this.#sql.exec(
        "insert into listenbrainz_listens values (?, ?, ?, ?) on conflict do nothing",
        owner,
        at,
        track.artist_name,
        track.track_name,
      );
    return Response.json({ status: "ok" });
  }

  #tokenOf(owner: string): string {
    this.#sql.exec(
      "insert into listenbrainz_tokens values (?, ?) on conflict do nothing",
      crypto.randomUUID(),
      owner,
    );
    return this.#sql
      .exec<{ token: string }>("select token from listenbrainz_tokens where owner = ?", owner)
      .one().token;
  }

  #ownerOf(token: string): string | undefined {
    const rows = this.#sql.exec<{ owner: string }>(
      "select owner from listenbrainz_tokens where token = ?",
      token,
    );
    return rows.toArray()[0]?.owner;
  }

  #listensOf(owner: string): KeptListen[] {
    return this.#sql
      .exec<{ artist: string; title: string; at: number }>(
        "select artist, title, at from listenbrainz_listens where owner = ? order by at desc",
        owner,
      )
      .toArray();
  }
}

const readToken = (headers: Headers): string | null =>
  /^Token (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;

const failure = (code: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ code, error }, { status: code, headers });

/** Any name is an account. */
async function settingsPage(token: string | null): Promise<Response> {
  const shown = token === null ? "" : html`<p>User token: <code>${token}</code></p>`;
  const page = await html`<!doctype html>
    <html lang="en">
      <title>ListenBrainz (simulated)</title>
      <h1>ListenBrainz (simulated)</h1>
      <form method="post">
        <p>
          <label>Account <input name="username" value="local-listener" required /></label>
          <button>Show its token</button>
        </p>
      </form>
      ${shown}
    </html>`;
  return new Response(page.toString(), { headers: { "content-type": "text/html; charset=utf-8" } });
}
