/** The posts of the simulated accounts. */
import { html } from "hono/html";
import * as z from "zod/mini";
import { weigh } from "#app/domains/people/integrations/twitter/weights.ts";
import type { SimulatorRequest } from "../party-simulator.ts";
import { byCode, duplicate, problem } from "./answers.ts";

const NewPost = z.strictObject({ text: z.string().check(z.minLength(1)) });

const dayMs = 86_400_000;
const windowMs = 15 * 60_000;
const maxPerWindow = 100;
const maxWeight = 280;

export class TwitterPosts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists twitter_posts (
        id text primary key, owner text not null, text text not null, at integer not null) without rowid;
      create table if not exists twitter_windows (
        owner text primary key, began_at integer not null, used integer not null) without rowid;
    `);
  }

  create(owner: string, { body: { json }, now }: SimulatorRequest): Response {
    const { isOver, headers } = this.#count(owner, now);
    if (isOver) return problem(429, "Too Many Requests", { headers });
    const post = NewPost.safeParse(json);
    if (!post.success) {
      const detail = "One or more parameters to your request was invalid.";
      return problem(400, "Invalid Request", { detail, headers });
    }
    const { text } = post.data;
    if (weigh(text) > maxWeight)
      return problem(403, "Forbidden", { detail: "Your Tweet text is too long.", headers });
    const same = "select id from twitter_posts where owner = ? and text = ? and at > ?";
    if (this.#sql.exec(same, owner, text, now - dayMs).toArray().length > 0) return duplicate();
    const { n } = this.#sql.exec<{ n: number }>("select count(*) as n from twitter_posts").one();
    const id = `${1_000_000_000_000_000_000n + BigInt(n) + 1n}`;
    this.#sql.exec("insert into twitter_posts values (?, ?, ?, ?)", id, owner, text, now);
    return Response.json({ data: { id, text, edit_history_tweet_ids: [id] } }, { status: 201, headers });
  }

  #count(owner: string, now: number): { isOver: boolean; headers: Record<string, string> } {
    this.#sql.exec("delete from twitter_windows where owner = ? and began_at <= ?", owner, now - windowMs);
    const { began_at: beganAt, used } = this.#sql
      .exec<{ began_at: number; used: number }>(
        `insert into twitter_windows values (?, ?, 1)
         on conflict (owner) do update set used = used + 1 returning began_at, used`,
        owner,
        now,
      )
      .one();
    return {
      isOver: used > maxPerWindow,
      headers: {
        "x-rate-limit-limit": String(maxPerWindow),
        "x-rate-limit-remaining": String(Math.max(0, maxPerWindow - used)),
        "x-rate-limit-reset": String(Math.ceil((beganAt + windowMs) / 1_000)),
      },
    };
  }

  /** The page of a post. */
  async show(id: string): Promise<Response> {
    const [row] = this.#sql
      .exec<{ owner: string; text: string }>("select owner, text from twitter_posts where id = ?", id)
      .toArray();
    if (row === undefined) return byCode(404, 34, "Sorry, that page does not exist.");
    const page = await html`<!doctype html>
      <html lang="en">
        <title>X (simulated)</title>
        <h1>@${row.owner}</h1>
        <p style="white-space: pre-wrap">${row.text}</p>
      </html>`;
    return new Response(page.toString(), { headers: { "content-type": "text/html; charset=utf-8" } });
  }
}
