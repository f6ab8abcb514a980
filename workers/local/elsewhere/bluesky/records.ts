/** The posts and pictures of the simulator's accounts, checked as a data server does. */
import * as z from "zod/mini";
import { randomText } from "#app/domains/people/accounts/token.ts";
import type { SimulatorRequest } from "../party-simulator.ts";
import { checkPost } from "./check-post.ts";
import { fail, tooMany } from "./replies.ts";
import type { BlueskySessions } from "./sessions.ts";

/** Writing costs points: a new record 3. */
const points = { create: 3 } as const;
const writes = [
  { max: 5_000, perMs: 3_600_000 },
  { max: 35_000, perMs: 86_400_000 },
] as const;
const maxBlob = 1_000_000;

const NewRecord = z.object({
  repo: z.string(),
  collection: z.literal("app.bsky.feed.post"),
  rkey: z.optional(z.string().check(z.regex(/^[234567a-j][234567a-z]{12}$/))),
  record: z.looseObject({ text: z.string() }),
});

export class BlueskyRecords {
  readonly #sql: SqlStorage;
  readonly #sessions: BlueskySessions;

  constructor(sql: SqlStorage, sessions: BlueskySessions) {
    this.#sql = sql;
    this.#sessions = sessions;
    sql.exec(`
      create table if not exists bluesky_posts (
        did text not null, rkey text not null, cid text not null, json text not null, at integer not null,
        primary key (did, rkey)) without rowid;
      create table if not exists bluesky_blobs (link text primary key, did text not null) without rowid;
    `);
  }

  create(asked: SimulatorRequest): Response {
    const did = this.#sessions.ownerOf(asked);
    if (did instanceof Response) return did;
    const input = NewRecord.safeParse(asked.body.json);
    if (!input.success) return fail(400, "InvalidRequest", "Input is not a record of app.bsky.feed.post");
    const { repo, collection, rkey = "3k2222222222a", record } = input.data;
    if (repo !== did) return fail(403, "InvalidRequest", "Invalid repo");
    const problem = checkPost(record, (link) => this.#hasBlob(did, link));
    if (problem !== null) return fail(400, "InvalidRequest", `Invalid app.bsky.feed.post record: ${problem}`);
    const resetAt = this.#sessions.take({ did, kind: "write", now: asked.now }, points.create, writes);
    if (resetAt !== null) return tooMany(resetAt);
    const cid = `bafyrei${randomText(24)}`;
    const { rowsWritten } = this.#sql.exec(
      "insert into bluesky_posts values (?, ?, ?, ?, ?) on conflict do nothing",
      did,
      rkey,
      cid,
      JSON.stringify(record),
      asked.now,
    );
    // The repository refuses a key that it has, which the server does not expect.
    if (rowsWritten === 0) return fail(500, "InternalServerError", "Internal Server Error");
    return Response.json({ uri: `at://${did}/${collection}/${rkey}`, cid, validationStatus: "valid" });
  }

  get({ url: { searchParams: query } }: SimulatorRequest): Response {
    const [repo, rkey] = [query.get("repo") ?? "", query.get("rkey") ?? ""];
    const [row] = this.#sql
      .exec<{ cid: string; json: string }>(
        "select cid, json from bluesky_posts where did = ? and rkey = ?",
        repo,
        rkey,
      )
      .toArray();
    const uri = `at://${repo}/app.bsky.feed.post/${rkey}`;
    if (row === undefined) return fail(400, "RecordNotFound", `Could not locate record: ${uri}`);
    return Response.json({ uri, cid: row.cid, value: JSON.parse(row.json) });
  }

  uploadBlob(asked: SimulatorRequest): Response {
    const did = this.#sessions.ownerOf(asked);
    if (did instanceof Response) return did;
    const { bytes } = asked.body;
    if (bytes.length > maxBlob) return fail(413, "PayloadTooLarge", "request entity too large");
    const mimeType = asked.headers.get("content-type") ?? "application/octet-stream";
    const link = `bafkrei${randomText(24)}`;
    this.#sql.exec("insert into bluesky_blobs values (?, ?)", link, did);
    return Response.json({ blob: { $type: "blob", ref: { $link: link }, mimeType, size: bytes.length } });
  }

  #hasBlob(did: string, link: string): boolean {
    const { n } = this.#sql
      .exec<{ n: number }>("select count(*) as n from bluesky_blobs where did = ? and link = ?", did, link)
      .one();
    return n === 1;
  }
}
