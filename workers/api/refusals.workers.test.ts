/**
 * Refusals of calls, through the whole Worker: `guards.test.ts` asks every call, these ask one of each kind. The list
 * of calls is read from the API itself.
 */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { bodyLimitOf } from "#workers/middleware/json-body.ts";
import { api, declaredCalls } from "./index.ts";

interface Description {
  openapi: string;
  paths: Record<string, Record<string, { summary?: string; security?: unknown[]; requestBody?: unknown }>>;
}

const described = await answerOf<Description>(request("/api/openapi.json"));
const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({
    path,
    method: method.toUpperCase(),
    isPublic: call.security?.length === 0,
  })),
);
const posts = calls.filter(({ method }) => method === "POST").map(({ path }) => path);

let person: Person;
beforeAll(async () => {
  person = await makePerformer({ username: "Refused" });
});

const codeOf = async (response: Response) => ({
  status: response.status,
  code: (await response.json<{ code?: string }>()).code,
});

test("every API route is described, except operator routes and the documentation page", () => {
  expect(described.openapi).toMatch(/^3\.1\./);
  const routes = api.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/operator/") && path !== "/docs")
    .map(({ method, path }) => `${method} /api${path}`);
  const declared = calls.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(routes)].toSorted()).toEqual(declared.toSorted());
  expect(declared.length).toBeGreaterThan(35);
});

/** The first call of each method. */
const oneOfEach = (all: typeof calls) =>
  [...Map.groupBy(all, ({ method }) => method).values()].flatMap((each) => each.slice(0, 1));

test.each(oneOfEach(calls.filter(({ isPublic }) => !isPublic)))(
  "$method $path refuses a session that does not exist",
  async ({ method, path }) => {
    const body = method === "POST" ? {} : undefined;
    for (const headers of [{ authorization: "Bearer nobody-has-this-token" }, { cookie: "cue=nobody" }]) {
      const response = await request(path, {
        body,
        headers: { ...headers, "sec-fetch-site": "same-origin" },
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: "Authorization error", code: "authorization" });
    }
  },
);

const [post = ""] = posts;

describe(`POST ${post}`, () => {
  test("refuses a body that is not JSON", async () => {
    const texts = ["{", "null,", "a=b", "[".repeat(5_000)].map(async (text) => {
      const malformed = await request(post, { as: person, raw: { text, type: "application/json" } });
      expect(await codeOf(malformed)).toEqual({ status: 400, code: "bad-json" });
    });
    const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""];
    const typed = types.map(async (type) => {
      const response = await request(post, { as: person, raw: { text: "{}", type } });
      expect(await codeOf(response)).toEqual({ status: 415, code: "unsupported-type" });
    });
    await Promise.all([...texts, ...typed]);
  });

  test("refuses a body that is too large or too deep", async () => {
    const filler = "x".repeat(
      bodyLimitOf(
        declaredCalls.find((call) => `/api${call.path}` === post),
        true,
      ) + 1024,
    );
    const large = await request(post, { as: person, body: { filler } });
    expect(await codeOf(large)).toEqual({ status: 413, code: "too-large" });
    const deep = `${'{"a":'.repeat(11)}1${"}".repeat(11)}`;
    const nested = await request(post, { as: person, raw: { text: deep, type: "application/json" } });
    expect(await codeOf(nested)).toEqual({ status: 400, code: "bad-json" });
  });

  test("refuses a cross-site browser request", async () => {
    const origins: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.example" },
      { origin: "http://localhost:8787.evil.example" },
      { origin: "null" },
      {},
    ];
    const asked = origins.map(async (headers) => {
      const cookie = { cookie: `cue=${person.token}`, ...headers };
      const response = await request(post, { body: {}, headers: cookie });
      expect(await codeOf(response)).toEqual({ status: 403, code: "forbidden-origin" });
    });
    await Promise.all(asked);
  });

  test("answers other methods with a JSON error", async () => {
    const asked = ["PUT", "PATCH", "DELETE"].map(async (method) => {
      const response = await request(post, { as: person, method, body: {} });
      expect(await codeOf(response)).toEqual({ status: 405, code: "method-not-allowed" });
      expect(response.headers.get("allow")).toContain("POST");
    });
    await Promise.all(asked);
  });
});

test("unknown fields of a request body have no effect", async () => {
  const rows = () =>
    env.DB.prepare(
      "select is_manager, is_performer, has_passed_test, badge, banned_at, email_verified_at, username from users order by id",
    ).all();
  const before = await rows();
  const extra =
    '"isManager":true,"is_manager":1,"manager":true,"dj":true,"badge":"gold","emailVerifiedAt":1,"viewer":{"id":"x"},' +
    '"constructor":{"prototype":{"polluted":1}},"__proto__":{"polluted":1,"isManager":true}';
  for (const path of posts.filter((post) => post !== "/api/users/logout")) {
    const text = `{${extra},"room":"x","set":"x","user":"x","track":"x","mount":"x"}`;
    const response = await request(path, { as: person, raw: { text, type: "application/json" } });
    expect(response.status).toBeLessThan(500);
    await response.text();
  }
  expect((await rows()).results).toEqual(before.results);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("unknown routes answer 404 in JSON", async () => {
  const nothing = await request("/api/rooms/nothing", { as: person, body: {} });
  expect(await codeOf(nothing)).toEqual({ status: 404, code: "not-found" });
  expect((await request("/api")).headers.get("content-type")).toContain("application/json");
});
