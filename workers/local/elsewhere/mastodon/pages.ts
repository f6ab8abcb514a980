/** Pages of a simulated server: the posts, and where access is withdrawn. */
import { html } from "hono/html";
import type { SimulatorRequest } from "../party-simulator.ts";
import type { MastodonOAuth } from "./oauth.ts";

interface PostRow extends Record<string, SqlStorageValue> {
  id: number;
  account: string;
  text: string;
  at: number;
  edited_at: number | null;
}

export class MastodonPages {
  readonly #sql: SqlStorage;
  readonly #oauth: MastodonOAuth;

  constructor(sql: SqlStorage, oauth: MastodonOAuth) {
    this.#sql = sql;
    this.#oauth = oauth;
  }

  async handle({ method, path, host, url, body }: SimulatorRequest): Promise<Response> {
    if (path === "/settings/applications") {
      const forget = body.form.get("forget");
      if (method === "POST" && (forget === "apps" || forget === "tokens")) this.#oauth.forget(host, forget);
      return page(host, settingsForm(url.pathname));
    }
    const [, handle = "", id = ""] = path.split("/");
    if (method !== "GET" || (handle !== "" && !handle.startsWith("@")))
      return new Response("Not found", { status: 404 });
    const rows = this.#sql
      .exec<PostRow>(
        `select id, account, text, at, edited_at from mastodon_statuses
         where host = ?1 and (?2 = '' or account = ?2) and (?3 = '' or id = ?3) order by id desc limit 100`,
        host,
        handle.slice(1),
        id === "" ? "" : Number(id),
      )
      .toArray();
    if (id !== "" && rows.length === 0) return new Response("Not found", { status: 404 });
    return page(host, html`${rows.map((row) => toArticle(host, row))}`);
  }
}

const toArticle = (host: string, { account, text, at, edited_at: editedAt }: PostRow) =>
  html`<article>
    <h2>@${account}@${host}</h2>
    <p>${text}</p>
    <p><time>${new Date(at).toISOString()}</time>${editedAt === null ? "" : " (edited)"}</p>
  </article>`;

const settingsForm = (action: string) =>
  html`<form method="post" action="${action}">
    <button name="forget" value="tokens">Revoke the access of all apps</button>
    <button name="forget" value="apps">Forget all apps</button>
  </form>`;

async function page(host: string, content: unknown): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="en">
      <title>${host} (simulated)</title>
      <h1>${host} (simulated)</h1>
      ${content}
    </html>`;
  return new Response(text.toString(), { headers: { "content-type": "text/html; charset=utf-8" } });
}
