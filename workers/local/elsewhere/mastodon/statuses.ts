/** The posts of the simulator's accounts. */
import * as z from "zod/mini";
import type { SimulatorRequest } from "../party-simulator.ts";
import type { MastodonOAuth, TokenOwner } from "./oauth.ts";
import { fail } from "./replies.ts";
import { toServer } from "./servers.ts";

const keyMs = 3_600_000;
/** Calls of one account. */
const rate = { max: 300, perMs: 300_000 } as const;

const NewStatus = z.object({
  status: z.optional(z.string()),
  visibility: z.optional(z.enum(["public", "unlisted", "private", "direct"])),
  language: z.optional(z.string()),
});

interface StatusRow extends Record<string, SqlStorageValue> {
  id: number;
  account: string;
  text: string;
  visibility: string;
  at: number;
  edited_at: number | null;
}

export class MastodonStatuses {
  readonly #sql: SqlStorage;
  readonly #oauth: MastodonOAuth;

  constructor(sql: SqlStorage, oauth: MastodonOAuth) {
    this.#sql = sql;
    this.#oauth = oauth;
    sql.exec(`
      create table if not exists mastodon_statuses (
        id integer primary key autoincrement, host text not null, account text not null, text text not null,
        visibility text not null, key text, at integer not null, edited_at integer);
      create table if not exists mastodon_calls (host text not null, account text not null, at integer not null);
    `);
  }

  verify(asked: SimulatorRequest): Response {
    return this.#asOwner(asked, ["read", "read:accounts", "profile"], ({ account }) =>
      Response.json({
        id: account,
        username: account,
        acct: account,
        display_name: account,
        url: addressOf(asked, account),
      }),
    );
  }

  create(asked: SimulatorRequest): Response {
    return this.#asOwner(asked, ["write", "write:statuses"], ({ account }) => {
      const { host, now, headers } = asked;
      const key = headers.get("idempotency-key");
      const before = key === null ? undefined : this.#ofKey({ host, account, key, after: now - keyMs });
      if (before !== undefined) return Response.json(toStatus(asked, before));
      const { status: text = "", visibility = "public" } = readStatus(asked);
      const problem = checkText(host, text);
      if (problem !== null) return fail(422, problem);
      const row = this.#sql
        .exec<StatusRow>(
          `insert into mastodon_statuses (host, account, text, visibility, key, at) values (?, ?, ?, ?, ?, ?)
           returning *`,
          host,
          account,
          text,
          visibility,
          key,
          now,
        )
        .one();
      return Response.json(toStatus(asked, row));
    });
  }

  #ofKey(given: { host: string; account: string; key: string; after: number }): StatusRow | undefined {
    return this.#sql
      .exec<StatusRow>(
        "select * from mastodon_statuses where host = ? and account = ? and key = ? and at > ?",
        given.host,
        given.account,
        given.key,
        given.after,
      )
      .toArray()[0];
  }

  edit(asked: SimulatorRequest): Response {
    return this.#asOwner(asked, ["write", "write:statuses"], ({ account }) => {
      const { status: text = "" } = readStatus(asked);
      const problem = checkText(asked.host, text);
      if (problem !== null) return fail(422, problem);
      const [row] = this.#sql
        .exec<StatusRow>(
          "update mastodon_statuses set text = ?, edited_at = ? where id = ? and host = ? and account = ? returning *",
          text,
          asked.now,
          Number(asked.path.split("/").at(-1)),
          asked.host,
          account,
        )
        .toArray();
      return row === undefined ? fail(404, "Record not found") : Response.json(toStatus(asked, row));
    });
  }

  #asOwner(
    asked: SimulatorRequest,
    scopes: readonly string[],
    answer: (owner: TokenOwner) => Response,
  ): Response {
    const owner = this.#oauth.ownerOf(asked);
    if (owner instanceof Response) return owner;
    const limited = this.#take(asked, owner.account);
    if (limited !== null) return limited;
    if (!scopes.some((scope) => owner.scopes.has(scope)))
      return fail(403, "This action is outside the authorized scopes");
    return answer(owner);
  }

  #take({ host, now }: SimulatorRequest, account: string): Response | null {
    const { n, first } = this.#sql
      .exec<{ n: number; first: number | null }>(
        "select count(*) as n, min(at) as first from mastodon_calls where host = ? and account = ? and at > ?",
        host,
        account,
        now - rate.perMs,
      )
      .one();
    if (n >= rate.max) {
      const reset = new Date((first ?? now) + rate.perMs).toISOString();
      return fail(429, "Too many requests", { "x-ratelimit-limit": "300", "x-ratelimit-reset": reset });
    }
    this.#sql.exec("insert into mastodon_calls values (?, ?, ?)", host, account, now);
    return null;
  }
}

function readStatus({ body }: SimulatorRequest): z.output<typeof NewStatus> {
  return NewStatus.safeParse(body.json ?? Object.fromEntries(body.form)).data ?? {};
}

function checkText(host: string, text: string): string | null {
  const { maxCharacters, linkCharacters } = toServer(host);
  if (text.trim() === "") return "Validation failed: Text can't be blank";
  const counted = text.replace(/https?:\/\/\S+/g, "x".repeat(linkCharacters));
  const { length } = Array.from(new Intl.Segmenter("en", { granularity: "grapheme" }).segment(counted));
  return length > maxCharacters
    ? `Validation failed: Text character limit of ${maxCharacters} exceeded`
    : null;
}

/** Returns the address of an account or a post, here and not on the web. */
function addressOf({ url, host }: SimulatorRequest, account: string, id?: number): string {
  const page = `${url.origin}/dev/elsewhere/mastodon/${host}/@${account}`;
  return id === undefined ? page : `${page}/${id}`;
}

function toStatus(asked: SimulatorRequest, row: StatusRow) {
  const { id, account, text, visibility, at, edited_at: editedAt } = row;
  const content = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return {
    id: String(id),
    created_at: new Date(at).toISOString(),
    edited_at: editedAt === null ? null : new Date(editedAt).toISOString(),
    visibility,
    uri: `https://${asked.host}/users/${account}/statuses/${id}`,
    url: addressOf(asked, account, id),
    content: `<p>${content}</p>`,
  };
}
