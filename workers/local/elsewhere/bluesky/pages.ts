/** Pages of the simulator: the posts of an account, and where its app passwords are deleted. */
import { html } from "hono/html";
import type { SimulatorRequest } from "../party-simulator.ts";
import type { BlueskySessions } from "./sessions.ts";

interface PostRow extends Record<string, SqlStorageValue> {
  did: string;
  rkey: string;
  json: string;
}

export class BlueskyPages {
  readonly #sql: SqlStorage;
  readonly #sessions: BlueskySessions;

  constructor(sql: SqlStorage, sessions: BlueskySessions) {
    this.#sql = sql;
    this.#sessions = sessions;
  }

  async handle({ method, path, url, body }: SimulatorRequest): Promise<Response> {
    const [, place, actor = "", , rkey] = path.split("/");
    if (place === "settings") {
      const handle = body.form.get("handle");
      if (method === "POST" && handle) this.#sessions.deletePasswords(handle);
      return passwordsPage(url.pathname);
    }
    if (method !== "GET" || (place !== "profile" && path !== "/" && path !== ""))
      return new Response("Not found", { status: 404 });
    return this.#postsPage(actor, rkey);
  }

  /** Returns the posts of one account, by DID or handle, or of all; newest first. */
  async #postsPage(actor: string, rkey: string | undefined): Promise<Response> {
    const did = actor === "" || actor.startsWith("did:") ? actor : this.#sessions.didOf(actor);
    const rows = this.#sql
      .exec<PostRow>(
        `select did, rkey, json from bluesky_posts
         where (?1 = '' or did = ?1) and (?2 = '' or rkey = ?2) order by at desc limit 100`,
        did,
        rkey ?? "",
      )
      .toArray();
    if (rkey !== undefined && rows.length === 0) return new Response("Not found", { status: 404 });
    return page(html`${rows.map((row) => this.#post(row))}`);
  }

  #post({ did, json }: PostRow) {
    const record = JSON.parse(json) as {
      text: string;
      createdAt: string;
      embed?: { external: { uri: string; title: string; description: string; thumb?: unknown } };
    };
    const card = record.embed?.external;
    return html`<article>
      <h2>@${this.#sessions.handleOf(did)}</h2>
      <p>${record.text}</p>
      ${
        card &&
        html`<blockquote>
        <a href="${card.uri}">${card.title}</a>
        <p>${card.description}${card.thumb === undefined ? "" : " (with a picture)"}</p>
      </blockquote>`
      }
      <p><time>${record.createdAt}</time></p>
    </article>`;
  }
}

const passwordsPage = (action: string) =>
  page(
    html`<form method="post" action="${action}">
      <p><label>Handle <input name="handle" required /></label></p>
      <button>Delete its app passwords</button>
    </form>`,
  );

async function page(content: unknown): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="en">
      <title>Bluesky (simulated)</title>
      <h1>Bluesky (simulated)</h1>
      ${content}
    </html>`;
  return new Response(text.toString(), { headers: { "content-type": "text/html; charset=utf-8" } });
}
