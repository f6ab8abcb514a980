/** The edge while something behind it is unavailable. */
import { createExecutionContext, env } from "cloudflare:test";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, expect, test, vi } from "vitest";
import { makePerson } from "#tests/helpers/people.ts";
import worker from "./app.ts";
import { createCaptcha } from "./captcha.ts";

const away = () => {
  throw new Error("D1_ERROR: Network connection lost.");
};
const statements = { prepare: away, batch: away, getBookmark: () => null };
const withoutDatabase = {
  ...env,
  DB: { ...statements, withSession: () => statements },
} as unknown as Env;

afterEach(() => {
  vi.restoreAllMocks();
});

function ask(path: string, init: RequestInit = {}): Response | Promise<Response> {
  return worker.fetch(
    new Request(`http://localhost:8787${path}`, init),
    withoutDatabase,
    createExecutionContext(),
  );
}

test("calls and pages answer with a retry time and no internals while the database is unavailable", async () => {
  const { token } = await makePerson();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ user: "ana", password: "a long password" });
  for (const response of [
    await ask("/api/users/me", { headers }),
    await ask("/api/users/login", { method: "POST", body, headers: { "content-type": "application/json" } }),
  ]) {
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(await response.json()).toEqual({
      error: "The server is busy. Please try again in a moment.",
      code: "unavailable",
      message: "The server is busy. Please try again in a moment.",
      status: 503,
      retryAfterMs: 2_000,
    });
  }
  const page = await ask("/", { headers: { cookie: `cue=${token}`, accept: "text/html" } });
  expect(page.status).toBe(503);
  expect(await page.text()).toBe("The server is busy. Please try again in a moment.");
});

test("the status page and call report an unavailable database to every visitor", async () => {
  const { token } = await makePerson();
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  const ways: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${token}` },
    { cookie: `cue=${token}` },
  ];
  for (const headers of ways) {
    const call = await ask("/api/status", { headers });
    expect(call.status).toBe(200);
    expect(await call.json()).toContainEqual({
      name: "Primary Server",
      status: "offline",
      isConfigured: true,
    });
    // Pages are not built for these tests: the request only has to reach the page.
    const page = await ask("/status", { headers: { ...headers, accept: "text/html" } });
    expect(page.status).not.toBe(503);
  }
});

test("a captcha is refused when it is expired or its single use cannot be recorded", async () => {
  let isCounting = false;
  let now = Date.now();
  const refuse = async () => {
    throw new Error("away");
  };
  const captcha = createCaptcha("secret", {
    clock: { now: () => now },
    log: { info() {}, warn() {}, error() {} },
    limits: { once: async () => isCounting || refuse() },
  });
  const solve = async () => {
    const challenge = await captcha.challenge(1);
    return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
  };
  const payload = await solve();
  expect(await captcha.redeem(payload, 1)).toBe(false);
  isCounting = true;
  expect(await captcha.redeem(payload, 1)).toBe(true);
  now -= 301_000;
  expect(await captcha.redeem(await solve(), 1)).toBe(false);
  const other = createCaptcha("another secret", {
    clock: { now: Date.now },
    log: console,
    limits: { once: async () => true },
  });
  expect(await other.redeem(payload, 1)).toBe(false);
});
