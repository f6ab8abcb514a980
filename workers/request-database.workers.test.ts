import { createExecutionContext, env } from "cloudflare:test";
import { expect, test } from "vitest";
import { findCredentialOf } from "#app/domains/air/media/queries/media.ts";
import { openDb } from "#db/client.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import worker from "./app.ts";

const older = "00000001-00000001-00000001-0123456789abcdef0123456789abcdef";
const newer = "0000000a-00000001-00000001-0123456789abcdef0123456789abcdef";

/**
 * A database that lists the start of each session, in order, and is at the bookmark `now`. `change`: the text of a
 * statement in a session with this start.
 */
function watch({ now = older, change = (sql: string, _start: string) => sql } = {}) {
  const starts: string[] = [];
  const withSession = (start = "") => {
    starts.push(start);
    const session = env.DB.withSession("first-primary");
    return {
      prepare: (sql: string) => session.prepare(change(sql, start)),
      batch: (statements: D1PreparedStatement[]) => session.batch(statements),
      getBookmark: () => now,
    };
  };
  const refuse = () => {
    throw new Error("a statement outside a session");
  };
  const DB = { withSession, prepare: refuse, batch: refuse } as unknown as D1Database;
  return { DB, starts };
}

async function ask(
  DB: D1Database,
  path: string,
  { headers, body, method }: { headers?: Record<string, string>; body?: unknown; method?: string } = {},
): Promise<Response> {
  const all = new Headers({ "sec-fetch-site": "same-origin", ...headers });
  if (body !== undefined) all.set("content-type", "application/json");
  return worker.fetch(
    new Request(`http://localhost:8787${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: all,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    { ...env, DB },
    createExecutionContext(),
  );
}

const bookmarkOf = (response: Response) =>
  response.headers.getSetCookie().filter((cookie) => cookie.startsWith("cue-bookmark="));

test("a request that reads may be answered by any replica, and all of it is one session", async () => {
  const { token } = await makePerson();
  for (const method of ["GET", "HEAD"]) {
    const { DB, starts } = watch();
    const response = await ask(DB, "/api/users/me", { method, headers: { cookie: `cue=${token}` } });
    expect(response.status).toBe(200);
    expect(starts).toEqual(["first-unconstrained"]);
    expect(bookmarkOf(response)).toEqual([]);
  }
});

test("a request that writes runs each statement on the primary, and its response has the newest bookmark", async () => {
  const { token } = await makePerson();
  const { DB, starts } = watch({ now: newer });
  const response = await ask(DB, "/api/users/saveToggleSettings", {
    headers: { cookie: `cue=${token}` },
    body: { emailNotifications: false },
  });
  expect(response.status).toBe(200);
  expect(starts.length).toBeGreaterThan(1);
  expect(new Set(starts)).toEqual(new Set(["first-primary"]));
  expect(bookmarkOf(response)).toEqual([`cue-bookmark=${newer}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`]);
});

test("a refused write, a GET that changes something and a log-in run on the primary as well", async () => {
  const { token, username } = await makePerson();
  for (const [path, options] of [
    ["/api/users/saveToggleSettings", { body: { emailNotifications: "no" } }],
    ["/api/users/resendVerification", { headers: { "x-cue": "1" } }],
    ["/api/users/login", { body: { user: username, password: "wrong password" } }],
  ] as const) {
    const { DB, starts } = watch();
    const headers = { cookie: `cue=${token}`, ...("headers" in options && options.headers) };
    await ask(DB, path, { ...options, headers });
    expect(new Set(starts), path).toEqual(new Set(["first-primary"]));
  }
});

test("the requests after a write start from its bookmark; one that is malformed is ignored", async () => {
  const { token } = await makePerson();
  const startOf = async (bookmark: string) => {
    const { DB, starts } = watch();
    const cookie = `cue=${token}; cue-bookmark=${bookmark}`;
    expect((await ask(DB, "/api/users/me", { headers: { cookie } })).status).toBe(200);
    return starts;
  };
  expect(await startOf(newer)).toEqual([newer]);
  for (const malformed of [
    "",
    "first-primary",
    "x",
    "1",
    "00-zz",
    `${"0".repeat(65)}-0`,
    "0-0-0-0-0-0-0-0-0",
  ])
    expect(await startOf(malformed), malformed).toEqual(["first-unconstrained"]);
});

test("a program reads and writes at the primary, and gets no cookie", async () => {
  const { token } = await makePerson();
  const headers = { authorization: `Bearer ${token}` };
  const read = watch();
  const reading = await ask(read.DB, "/api/users/me", { headers });
  expect(reading.status).toBe(200);
  expect(new Set(read.starts)).toEqual(new Set(["first-primary"]));
  const written = await ask(watch().DB, "/api/users/saveToggleSettings", {
    headers,
    body: { emailNotifications: false },
  });
  expect(written.status).toBe(200);
  for (const response of [reading, written]) expect(response.headers.getSetCookie()).toEqual([]);
});

test("calls for other sites and writes without an account get no cookie", async () => {
  const open = watch();
  const stages = await ask(open.DB, "/api/public/stages");
  expect(stages.status).toBe(200);
  expect(new Set(open.starts)).toEqual(new Set(["first-unconstrained"]));
  const refused = await ask(watch().DB, "/api/users/login", {
    body: { user: "no one", password: "wrong one" },
  });
  for (const response of [stages, refused]) expect(response.headers.getSetCookie()).toEqual([]);
});

test("a performer's mount that a replica has not got yet is not made a second time", async () => {
  const { id, token } = await makePerformer();
  const owner = { kind: "performer", ownerId: id } as const;
  const cookie = `cue=${token}`;
  const first = await ask(watch().DB, "/api/media/connection", { headers: { cookie } });
  expect(first.status).toBe(200);
  const credential = await findCredentialOf(openDb(env.DB), owner, Date.now());
  // A replica without any row of credentials.
  const { DB, starts } = watch({
    change: (sql, start) =>
      start === "first-primary" ? sql : sql.replace('from "ingest_credentials" where', "$& 0 and"),
  });
  const again = await ask(DB, "/api/media/connection", { headers: { cookie } });
  expect(await again.json()).toEqual(await first.json());
  expect(starts).toEqual(["first-unconstrained", "first-primary"]);
  expect(await findCredentialOf(openDb(env.DB), owner, Date.now())).toEqual(credential);
});

test("someone who has changed something sees it on their next request", async () => {
  const { token } = await makePerson();
  const headers = { cookie: `cue=${token}` };
  const written = await ask(env.DB, "/api/users/saveToggleSettings", {
    headers,
    body: { emailNotifications: false },
  });
  const [cookie = ""] = bookmarkOf(written);
  const value = /^cue-bookmark=([^;]+);/.exec(cookie)?.[1] ?? "";
  const read = (await (
    await ask(env.DB, "/api/users/getToggleSettings", {
      headers: { cookie: `${headers.cookie}; cue-bookmark=${value}` },
    })
  ).json()) as { emailNotifications: boolean };
  expect({ value, ...read }).toMatchObject({
    value: expect.stringMatching(/^[\da-f-]+$/),
    emailNotifications: false,
  });
});
