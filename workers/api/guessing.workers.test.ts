/** An attacker's gain by guessing: the work is counted, not timed. */
import { env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { AppContext } from "#app/context.ts";
import { logIn } from "#app/domains/people/accounts/log-in.server.ts";
import * as password from "#app/domains/people/accounts/password.server.ts";
import { requestRecovery } from "#app/domains/people/accounts/recovery.server.ts";
import { register } from "#app/domains/people/accounts/register.server.ts";
import { AppError } from "#app/errors.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import { createAppContext } from "#workers/context.ts";
import { deviceCookie } from "#workers/known-device.ts";

// The Worker has loaded the modules before this file: they are loaded again with the mocks.
vi.hoisted(() => vi.resetModules());
vi.mock(import("#app/domains/people/accounts/password.server.ts"), { spy: true });

const right = "a rather long password";
let clients = 0;

test("a thousand distributed password guesses are limited to 25, and the owner's device can still log in", {
  timeout: 120_000,
}, async () => {
  const { id } = await makePerson({ username: "Guessed", passwordHash: password.hashPassword(right) });
  vi.mocked(password.verifyPassword).mockClear();
  const statuses: number[] = [];
  for (let round = 0; round < 50; round++) {
    const guesses = Array.from({ length: 20 }, (_, place) =>
      request("/api/users/login", {
        body: { user: place % 2 === 0 ? "guessed" : "GUESSED", password: `guess ${round} of ${place}` },
        from: `198.51.100.${place}`,
      }),
    );
    statuses.push(...(await Promise.all(guesses)).map((response) => response.status));
  }
  expect(password.verifyPassword).toHaveBeenCalledTimes(25);
  expect(statuses.filter((status) => status === 401)).toHaveLength(25);
  expect(statuses.filter((status) => status === 429)).toHaveLength(975);

  const logInFrom = (from: string, cookie?: string) =>
    request("/api/users/login", {
      body: { user: "guessed", password: right },
      headers: { cookie, "sec-fetch-site": "same-origin" },
      from,
    });
  const locked = await logInFrom("198.51.100.99");
  expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(3_000);
  const owner = await logInFrom("198.51.100.98", deviceCookie(env, id).split(";", 1)[0]);
  expect(owner.status).toBe(200);
});

test("one account's password is checked 60 times an hour, also where it is right", async () => {
  await makePerson({ username: "Busy", passwordHash: "hash" });
  vi.mocked(password.verifyPassword).mockClear().mockReturnValue({ isRight: true, isOutdated: false });
  try {
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) {
      const logIns = Array.from({ length: 10 }, (_, place) =>
        request("/api/users/login", {
          body: { user: "busy", password: right },
          from: `203.0.113.${10 * round + place}`,
        }),
      );
      statuses.push(...(await Promise.all(logIns)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(password.verifyPassword).toHaveBeenCalledTimes(60);
  } finally {
    vi.mocked(password.verifyPassword).mockReset();
  }
});

test("a failed log-in does the same work for an active, a suspended and an unknown account", async () => {
  const passwordHash = password.hashPassword(right);
  await makePerson({ username: "Here", email: "here@example.com", passwordHash });
  await makePerson({ username: "Suspended", bannedAt: 1, passwordHash });
  const device = { userAgent: "", isKnownTo: () => false };
  const tries = ["Here", "here@example.com", "Suspended", "Nobody", "nobody@example.com", ""].map((user) =>
    workOf((ctx) => logIn(ctx, { user, password: "not that one" }, device)),
  );
  const [first, ...others] = await inTurn(tries);
  expect(first).toMatchObject({ answer: "login-failed", verified: 1, hashed: 0, queries: 1 });
  for (const other of others) expect(other).toEqual(first);
});

test("a recovery request does the same work before its response for known and unknown accounts", async () => {
  await makePerson({ username: "Lost", email: "lost@example.com" });
  await makePerson({ username: "Suspended two", email: "two@example.com", bannedAt: 1 });
  const ask = (username: string, email: string) => workOf((ctx) => requestRecovery(ctx, { username, email }));
  const [found, ...others] = await inTurn([
    ask("Lost", "lost@example.com"),
    ask("Lost", "other@example.com"),
    ask("Other", "lost@example.com"),
    ask("Other", "other@example.com"),
    ask("Suspended two", "two@example.com"),
  ]);
  expect(found).toMatchObject({ answer: "done", hashed: 0, queries: 1, mails: 0 });
  for (const other of others) expect(other).toEqual({ ...found, answer: "recovery-unknown" });
});

test("registering a taken username or email address does the same work as a successful registration", async () => {
  await makePerson({ username: "Taken", email: "taken@example.com" });
  const device = { userAgent: "" };
  const make = (username: string, email: string) =>
    workOf((ctx) =>
      register(ctx, { username, email, password: right, retype: right, captcha: "solved" }, device),
    );
  const [fresh, name, address, both] = await inTurn([
    make("Fresh", "fresh@example.com"),
    make("taken ", "fresher@example.com"),
    make("Fresher", "TAKEN@example.com"),
    make("Taken", "taken@example.com"),
  ]);
  // Only a new account is sent an email, which is counted as well.
  const cost = { hashed: 1, captchas: 1, uses: (fresh?.uses ?? 0) - 1 };
  expect(fresh).toMatchObject({ hashed: 1, captchas: 1, mails: 1, answer: "done" });
  expect(name).toMatchObject({ ...cost, answer: "username-taken" });
  expect(address).toMatchObject({ ...cost, answer: "email-taken" });
  expect(both).toMatchObject({ ...cost, answer: "username-taken" });
});

interface Work {
  /** "done", or the code of the refusal. */
  answer: string;
  verified: number;
  hashed: number;
  captchas: number;
  /** Database queries. */
  queries: number;
  /** Uses of rate limits. */
  uses: number;
  mails: number;
}

/** Runs a call from a new address, and counts its work until the answer. */
function workOf(act: (ctx: AppContext) => Promise<unknown>): () => Promise<Work> {
  return async () => {
    const work: Work = { answer: "done", verified: 0, hashed: 0, captchas: 0, queries: 0, uses: 0, mails: 0 };
    const origin = new Request("http://localhost:8787/", {
      headers: { "cf-connecting-ip": `203.0.113.${++clients}` },
    });
    const counting = { ...env, DB: countQueries(env.DB, () => work.queries++) };
    const ctx = createAppContext(origin, counting, null);
    const { limits, mail } = ctx;
    vi.mocked(password.verifyPassword).mockClear();
    vi.mocked(password.hashPassword).mockClear();
    await act({
      ...ctx,
      limits: { ...limits, take: (key, limit) => (work.uses++, limits.take(key, limit)) },
      captcha: { ...ctx.captcha, redeem: async () => ++work.captchas > 0 },
      mail: { ...mail, send: (sent) => (work.mails++, mail.send(sent)) },
      afterAnswer: () => undefined,
    }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      work.answer = error.code;
    });
    work.verified = vi.mocked(password.verifyPassword).mock.calls.length;
    work.hashed = vi.mocked(password.hashPassword).mock.calls.length;
    return work;
  };
}

function countQueries(database: D1Database, count: () => void): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === "prepare" || name === "exec") count();
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Sequentially, because the counters are global. */
async function inTurn<Result>(acts: (() => Promise<Result>)[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const act of acts) results.push(await act());
  return results;
}
