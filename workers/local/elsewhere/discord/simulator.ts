/** Webhooks of Discord, as its developer documentation describes them (API version 10). */
import { randomText } from "#app/domains/people/accounts/token.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import { notifiesEveryone, readMessage, type SentMessage } from "./message.ts";
import { channelPage, type ShownMessage, type ShownWebhook, webhooksPage } from "./pages.ts";

const webhookPath = /^\/api(?:\/v10)?\/webhooks\/(\d+)\/([\w-]+)(?:\/messages\/(\d+))?$/;
/** Rate of one webhook. The documentation names no numbers; these are common. */
const rate = { max: 5, perMs: 2_000 } as const;
const guild = "100000000000000001";

/** Simulates Discord in its own tables of the simulators' object. */
export class DiscordSimulator implements PartySimulator {
  readonly #sql: SqlStorage;
  /** Times of the latest requests of each webhook. */
  readonly #asked = new Map<string, number[]>();
  #ids = 0n;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists discord_webhooks (
        id text primary key, token text not null, name text not null, kind text not null) without rowid;
      create table if not exists discord_messages (
        id text primary key, webhook text not null, json text not null) without rowid;
    `);
  }

  fail({ status, retryAfterS }: FaultReply): Response {
    if (status === 429) return limited(retryAfterS ?? 1.337);
    if (status === 401) return failure(401, 50_027, "Invalid Webhook Token");
    if (status === 404) return failure(404, 10_015, "Unknown Webhook");
    // As addresses are blocked that many share.
    if (status === 403) return new Response("<html><title>error code: 1015</title></html>", { status });
    return new Response(`<html><title>${status}</title></html>`, { status });
  }

  shownPath(path: string): string {
    return path.replace(/(\/webhooks\/\d+)\/[^/]+/, "$1/…");
  }

  async handle(asked: SimulatorRequest): Promise<Response> {
    const { method, path } = asked;
    const [, id, token = "", message] = webhookPath.exec(path) ?? [];
    if (id !== undefined) return this.#asWebhook(asked, { id, token, message });
    const base = asked.url.pathname.slice(0, asked.url.pathname.length - path.length);
    const [, verb, of = ""] = /^\/(channels|delete)\/(\d+)$/.exec(path) ?? [];
    if (method === "GET" && verb === "channels") return channelPage(of, this.#messages(of));
    if (method === "POST" && verb === "delete") return this.#delete(of, base);
    if (method === "POST" && (path === "/" || path === "")) return this.#create(asked, base);
    if (path === "/" || path === "") return webhooksPage(base, this.#webhooks());
    return failure(404, 0, "404: Not Found");
  }

  #asWebhook(
    asked: SimulatorRequest,
    { id, token, message }: { id: string; token: string; message: string | undefined },
  ): Response {
    const webhook = this.#webhooks().find((each) => each.id === id);
    if (webhook === undefined) return failure(404, 10_015, "Unknown Webhook");
    if (webhook.token !== token) return failure(401, 50_027, "Invalid Webhook Token");
    const { allowed, headers } = this.#take(id, asked.now);
    if (!allowed) return limited(Number(headers["x-ratelimit-reset-after"]), headers);
    const response = this.#answer(asked, webhook, message);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  #answer(asked: SimulatorRequest, webhook: ShownWebhook, message: string | undefined): Response {
    if (message === undefined && asked.method === "GET") return Response.json(toWebhook(webhook));
    if (message === undefined && asked.method === "POST") return this.#post(asked, webhook);
    if (message !== undefined && asked.method === "PATCH") return this.#edit(asked, webhook, message);
    if (message === undefined && asked.method === "DELETE") {
      this.#sql.exec("delete from discord_webhooks where id = ?", webhook.id);
      return new Response(null, { status: 204 });
    }
    return failure(405, 0, "405: Method Not Allowed");
  }

  #post({ url, body, now }: SimulatorRequest, webhook: ShownWebhook): Response {
    const read = readMessage(body.json);
    if ("code" in read) return Response.json(read, { status: 400 });
    if (webhook.kind === "forum" && read.thread_name === undefined)
      return failure(400, 220_001, "Webhooks posted to forum channels must have a thread_name or thread_id");
    const id = this.#snowflake(now);
    const json = JSON.stringify(toMessage({ id, webhook, now }, read, null));
    this.#sql.exec("insert into discord_messages values (?, ?, ?)", id, webhook.id, json);
    return url.searchParams.get("wait") === "true"
      ? new Response(json, { headers: { "content-type": "application/json" } })
      : new Response(null, { status: 204 });
  }

  #edit({ body, now }: SimulatorRequest, webhook: ShownWebhook, id: string): Response {
    if (
      !this.#sql
        .exec("select id from discord_messages where id = ? and webhook = ?", id, webhook.id)
        .toArray()[0]
    )
      return failure(404, 10_008, "Unknown Message");
    const read = readMessage(body.json);
    if ("code" in read) return Response.json(read, { status: 400 });
    const json = JSON.stringify(toMessage({ id, webhook, now }, read, now));
    this.#sql.exec("update discord_messages set json = ? where id = ?", json, id);
    return new Response(json, { headers: { "content-type": "application/json" } });
  }

  #create({ body: { form }, now }: SimulatorRequest, base: string): Response {
    const kind = form.get("kind") === "forum" ? "forum" : "text";
    const name = form.get("name") || "Captain Hook";
    const id = this.#snowflake(now);
    this.#sql.exec("insert into discord_webhooks values (?, ?, ?, ?)", id, randomText(51), name, kind);
    return new Response(null, { status: 303, headers: { location: `${base}/` } });
  }

  #delete(id: string, base: string): Response {
    this.#sql.exec("delete from discord_webhooks where id = ?", id);
    return new Response(null, { status: 303, headers: { location: `${base}/` } });
  }

  #take(id: string, now: number): { allowed: boolean; headers: Record<string, string> } {
    const recent = (this.#asked.get(id) ?? []).filter((at) => at > now - rate.perMs);
    const allowed = recent.length < rate.max;
    if (allowed) recent.push(now);
    this.#asked.set(id, recent);
    const resetMs = (recent[0] ?? now) + rate.perMs - now;
    return {
      allowed,
      headers: {
        "x-ratelimit-limit": String(rate.max),
        "x-ratelimit-remaining": String(rate.max - recent.length),
        "x-ratelimit-reset": String((now + resetMs) / 1_000),
        "x-ratelimit-reset-after": String(resetMs / 1_000),
        "x-ratelimit-bucket": "simulated",
      },
    };
  }

  #webhooks(): ShownWebhook[] {
    return this.#sql
      .exec<{ id: string; name: string; kind: string; token: string }>(
        "select id, name, kind, token from discord_webhooks order by id desc",
      )
      .toArray();
  }

  #messages(webhook: string): ShownMessage[] {
    return this.#sql
      .exec<{ json: string }>("select json from discord_messages where webhook = ? order by id desc", webhook)
      .toArray();
  }

  /** Ids sort by time. */
  #snowflake(now: number): string {
    this.#ids += 1n;
    return String((BigInt(now - 1_420_070_400_000) << 22n) | (this.#ids % 4_096n));
  }
}

const failure = (status: number, code: number, message: string) =>
  Response.json({ message, code }, { status });

function limited(seconds: number, headers: Record<string, string> = {}): Response {
  const body = { message: "You are being rate limited.", retry_after: seconds, global: false };
  const said = { "retry-after": String(Math.ceil(seconds)), "x-ratelimit-scope": "user", ...headers };
  return Response.json(body, { status: 429, headers: said });
}

const toWebhook = ({ id, name, token }: ShownWebhook) => ({
  id,
  type: 1,
  name,
  token,
  avatar: null,
  application_id: null,
  channel_id: id,
  guild_id: guild,
});

const toMessage = (
  { id, webhook, now }: { id: string; webhook: ShownWebhook; now: number },
  sent: SentMessage,
  editedAt: number | null,
) => ({
  id,
  type: 0,
  channel_id: webhook.id,
  webhook_id: webhook.id,
  author: { id: webhook.id, username: sent.username ?? webhook.name, bot: true },
  content: sent.content ?? "",
  embeds: sent.embeds ?? [],
  mention_everyone: notifiesEveryone(sent),
  timestamp: new Date(now).toISOString(),
  edited_timestamp: editedAt === null ? null : new Date(editedAt).toISOString(),
});
