/** Guards before every call, asked of each: the origin, the body, the caller and the method. */
import type { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { Call } from "#app/call.ts";
import { apiAs } from "#tests/helpers/api-in-node.ts";
import type { HonoEnv } from "../hono.ts";
import { bodyLimitOf } from "../middleware/json-body.ts";
import { declaredCalls } from "./index.ts";

const unlimited = { limit: async () => ({ success: true }) };
const env = {
  CUE_MODE: "production",
  CUE_ORIGIN: "https://radio.example",
  CUE_OPERATOR_KEY: "an-operator-key-of-this-test",
  RATE_USUAL: unlimited,
  RATE_OFTEN: unlimited,
  RATE_NETWORK: unlimited,
};

const asGuest = apiAs(null);
const asUser = apiAs({ id: "ada", isOperator: false });
const asOperator = apiAs({ id: "olga", isOperator: true });

async function refusalOf(
  app: Hono<HonoEnv>,
  call: Call,
  init: RequestInit,
  bindings: object = env,
): Promise<string> {
  const response = await app.request(`/api${call.path}`, { method: call.method, ...init }, bindings);
  const { code, error } = await response.json<{ code: string; error: string }>();
  expect(error.length).toBeGreaterThan(5);
  return `${response.status} ${code}`;
}

const cookie = `__Host-cue=${"a".repeat(43)}`;
const json = { "content-type": "application/json" };
const posts = declaredCalls.filter(({ method }) => method === "POST");
const stateful = declaredCalls.filter(({ method, changesState }) => method === "POST" || changesState);

/** The refusals of all calls, each once. */
async function refusals(calls: readonly Call[], ask: (call: Call) => Promise<string>): Promise<string[]> {
  const codes = await Promise.all(calls.map(async (call) => ask(call)));
  return [
    ...new Set(codes.map((code, index) => (code === codes[0] ? code : `${calls[index]?.path}: ${code}`))),
  ];
}

test("there are calls of each kind", () => {
  expect(posts.length).toBeGreaterThan(180);
  expect(stateful.length).toBeGreaterThan(posts.length);
  expect(new Set(declaredCalls.map(({ who }) => who))).toEqual(
    new Set(["guest", "public", "user", "operator", "key"]),
  );
});

describe("every call", () => {
  test.each([
    ["user", asGuest, "401 authorization"],
    ["operator", asGuest, "404 not-found"],
    ["operator", asUser, "404 not-found"],
    ["key", asGuest, "404 not-found"],
    ["key", asUser, "404 not-found"],
    ["key", asOperator, "404 not-found"],
  ] as const)("for a %s refuses others", async (who, app, refusal) => {
    const calls = declaredCalls.filter((call) => call.who === who);
    const own = { "sec-fetch-site": "same-origin", "x-cue": "1" };
    const init = ({ method }: Call) =>
      method === "POST" ? { body: "{}", headers: { ...json, ...own } } : { headers: own };
    expect(await refusals(calls, (call) => refusalOf(app, call, init(call)))).toEqual([refusal]);
  });

  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a neighboring site", { "sec-fetch-site": "same-site" }],
    ["an address bar", { "sec-fetch-site": "none" }],
    ["another origin", { origin: "https://evil.example" }],
    ["an origin that begins alike", { origin: "https://radio.example.evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["nowhere", {}],
  ])(
    "that changes something refuses a browser's cookie from %s",
    async (_, headers: Record<string, string>) => {
      const ask = (call: Call) =>
        refusalOf(asUser, call, {
          headers: { ...json, ...headers, cookie },
          ...(call.method === "POST" && { body: "{}" }),
        });
      expect(await refusals(stateful, ask)).toEqual(["403 forbidden-origin"]);
    },
  );

  test.each([
    ["is cut off", "{", "application/json", "400 bad-json"],
    ["has more after it", "null,", "application/json", "400 bad-json"],
    ["is a form", "a=b", "application/json", "400 bad-json"],
    ["is too deep", `${'{"a":'.repeat(11)}1${"}".repeat(11)}`, "application/json", "400 bad-json"],
    ["is said to be text", "{}", "text/plain", "415 unsupported-type"],
    ["is said to be a form", "{}", "application/x-www-form-urlencoded", "415 unsupported-type"],
    ["is said to be parts", "{}", "multipart/form-data", "415 unsupported-type"],
    ["is said to be nothing", "{}", "", "415 unsupported-type"],
  ])("refuses a body that %s", async (_, body, type, refusal) => {
    const ask = (call: Call) => refusalOf(asUser, call, { body, headers: { "content-type": type } });
    expect(await refusals(posts, ask)).toEqual([refusal]);
  });

  test("refuses a body that is larger than it declares", async () => {
    const ask = (call: Call) => {
      const body = JSON.stringify({ filler: "x".repeat(bodyLimitOf(call, true)) });
      return refusalOf(asUser, call, { body, headers: json });
    };
    expect(await refusals(posts, ask)).toEqual(["413 too-large"]);
  });

  test("refuses a body that states to be larger without reading it", async () => {
    let isRead = false;
    const pull = (controller: ReadableStreamDefaultController) => {
      isRead = true;
      controller.close();
    };
    const ask = (call: Call) => {
      const headers = { ...json, "content-length": String(bodyLimitOf(call, true) + 1) };
      const init = { body: new ReadableStream({ pull }, { highWaterMark: 0 }), headers, duplex: "half" };
      return refusalOf(asUser, call, init);
    };
    expect(await refusals(posts, ask)).toEqual(["413 too-large"]);
    expect(isRead).toBe(false);
  });

  test("refuses a large body that is not large for its strings", async () => {
    const large = posts.filter(({ maxBytes }) => maxBytes !== undefined);
    const ask = (filler: unknown) => (call: Call) =>
      refusalOf(asUser, call, { body: JSON.stringify([filler]), headers: json });
    const many = (item: unknown) => Array.from({ length: 25_000 }, () => item);
    for (const filler of [many([]), many(""), many(1_000)])
      expect(await refusals(large, ask(filler))).toEqual(["413 too-large"]);
    for (const filler of [
      "x".repeat(1_000_000),
      '"'.repeat(500_000),
      "\\".repeat(500_000),
      '\\"'.repeat(300_000),
    ])
      expect(await refusals(large, ask(filler))).toEqual(["400 bad-input"]);
  });

  test("counts what it refuses for its body", async () => {
    const usedUp = { limit: async () => ({ success: false }) };
    const counted = { ...env, RATE_USUAL: usedUp, RATE_OFTEN: usedUp };
    for (const [body, type] of [
      ["{", "application/json"],
      ["{}", "text/plain"],
      [" ".repeat(9_000_000), "application/json"],
    ] as const) {
      const ask = (call: Call) =>
        refusalOf(asUser, call, { body, headers: { "content-type": type } }, counted);
      expect(await refusals(posts, ask)).toEqual(["429 rate-limited"]);
    }
  });

  test("refuses more than 64 KB of a caller without an account, also where others may send more", async () => {
    expect(posts.filter(({ maxBytes }) => maxBytes !== undefined)).not.toEqual([]);
    const body = JSON.stringify({ filler: "x".repeat(64 * 1024) });
    expect(await refusals(posts, (call) => refusalOf(asGuest, call, { body, headers: json }))).toEqual([
      "413 too-large",
    ]);
  });

  test.each(["PUT", "PATCH", "DELETE"])("refuses %s", async (method) => {
    const ask = (call: Call) => refusalOf(asOperator, call, { method, body: "{}", headers: json });
    expect(await refusals(posts, ask)).toEqual(["405 method-not-allowed"]);
  });
});

/** A link or an image of any site could make these. */
const statefulGets = declaredCalls.filter(({ changesState }) => changesState).map(({ path }) => path);

const foreign: Record<string, string>[] = [
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "cross-site", "x-cue": "1" },
  { "sec-fetch-site": "none" },
  { origin: "https://evil.example", "x-cue": "1" },
];

test.each(statefulGets)(
  "GET %s refuses links, images and forms of any site, however it is spelled",
  async (path) => {
    for (const headers of foreign) {
      const sent = { cookie, ...headers };
      const spelled = path.replace("g", "%67").replace("r", "%72");
      for (const [as, method] of [
        [path, "GET"],
        [path, "HEAD"],
        [spelled, "GET"],
        [`${path}/`, "GET"],
      ] as const) {
        const response = await asUser.request(`/api${as}`, { method, headers: sent }, env);
        expect([as, method, response.status >= 403]).toEqual([as, method, true]);
      }
    }
  },
);
