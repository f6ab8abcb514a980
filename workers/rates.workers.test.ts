/** The rates of requests, as the whole Worker counts them. */
import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import { createWorker } from "./dispatch.ts";
import { rates } from "./middleware/rates.ts";

let person: Person;
beforeAll(async () => {
  person = await makePerson({ username: "Eager" });
});

/** Sends a request that many times at once, and returns how many got each status. */
async function countStatuses(times: number, send: () => Promise<Response>): Promise<Map<number, Response[]>> {
  const answers: Response[] = [];
  while (answers.length < times)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(50, times - answers.length) }, send))));
  return Map.groupBy(answers, ({ status }) => status);
}

test("one account cannot search without end, and others still can", async () => {
  const search = (as: Person) => request("/api/search", { as, body: { query: "ada" } });
  // Counters begin anew each minute: more than two of them are never passed in one.
  const byStatus = await countStatuses(2 * rates.usual + 10, () => search(person));
  const refused = byStatus.get(429) ?? [];
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused[0]?.headers.get("retry-after")).toBe("60");
  expect((await search(await makePerson())).status).not.toBe(429);
});

const usedUp: RateLimit = { limit: async () => ({ success: false }) };
const free: RateLimit = { limit: async () => ({ success: true }) };

/** The response of the Worker where these counters are used up. */
async function withUsedUp(path: string, method: string, counters: Partial<Env>): Promise<Response> {
  const asked = new Request(`http://localhost:8787${path}`, { method });
  const own = { ...env, RATE_USUAL: free, RATE_OFTEN: free, RATE_NETWORK: free, ...counters };
  return createWorker().fetch(asked, own, createExecutionContext());
}

test("whatever is no kept picture is counted by network, before anything is looked up", async () => {
  for (const path of [
    "/",
    "/room/glasshouse",
    "/realtime/lobby",
    "/live/x.mp3",
    "/replay/x.opus",
    "/oembed",
    "/api/search",
    "/api/openapi.json",
    "/pictures/x/y.webp",
  ]) {
    const response = await withUsedUp(path, "GET", { RATE_NETWORK: usedUp });
    expect({ path, status: response.status }).toEqual({ path, status: 429 });
    expect(response.headers.get("retry-after")).toBe("60");
  }
  const picture = await withUsedUp(`/pictures/${"x".repeat(22)}/64.webp`, "GET", { RATE_NETWORK: usedUp });
  expect(picture.status).toBe(404);
});

test("the body of a refused call is read as far as a call may have one, so that its caller gets the refusal", async () => {
  const post = async (bytes: number, counters: Partial<Env>, stated = true) => {
    const headers = new Headers({ "content-type": "application/json" });
    if (stated) headers.set("content-length", String(bytes));
    const asked = new Request("http://localhost:8787/api/search", {
      method: "POST",
      headers,
      body: "x".repeat(bytes),
    });
    const own = { ...env, RATE_USUAL: free, RATE_OFTEN: free, RATE_NETWORK: free, ...counters };
    const { status } = await createWorker().fetch(asked, own, createExecutionContext());
    return { status, isRead: asked.bodyUsed };
  };
  for (const counters of [{ RATE_NETWORK: usedUp }, { RATE_USUAL: usedUp, RATE_OFTEN: usedUp }]) {
    expect(await post(8_000, counters)).toEqual({ status: 429, isRead: true });
    expect(await post(100_000, counters)).toEqual({ status: 429, isRead: false });
    expect(await post(8_000, counters, false)).toEqual({ status: 429, isRead: false });
  }
});

test("an invented address does not get a counter of its own", async () => {
  const keys = new Set<string>();
  const counter: RateLimit = {
    async limit({ key }) {
      keys.add(key.replace(/\/\d+$/, ""));
      return { success: false };
    },
  };
  for (const path of ["/a", "/b/c", "//a", "/A.data", "/room/x", "/%61", "/", "/apis", "/replays/x"])
    await withUsedUp(path, "GET", { RATE_NETWORK: counter });
  expect(keys.size).toBe(1);
});

test("files that are made for each request are counted by caller", async () => {
  for (const [method, path] of [
    ["GET", "/calendar/stage/x.ics"],
    ["GET", "/feed/performer/x.xml"],
    ["GET", "/oembed?url=x"],
    ["GET", "/replay/x.cue"],
    ["GET", "/api/tracklist/x.csv"],
    ["GET", "/sitemap.xml"],
    ["GET", "/sitemap/x.xml"],
    ["POST", "/unsubscribe"],
    ["POST", "/verify"],
  ] as const) {
    const response = await withUsedUp(path, method, { RATE_USUAL: usedUp, RATE_OFTEN: usedUp });
    expect({ path, status: response.status }).toEqual({ path, status: 429 });
  }
});
