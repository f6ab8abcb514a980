import { env } from "cloudflare:test";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { expect, test } from "vitest";
import type { AccountView, CaptchaView, SessionView } from "#app/domains/accounts/contract.ts";
import { verifyEmail } from "#app/domains/accounts/operations.server.ts";
import { hashPassword } from "#app/domains/accounts/password.server.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "#workers/context.ts";
import { deviceCookie } from "#workers/known-device.ts";

const password = "a rather long password";

async function solveCaptcha(from: string): Promise<string> {
  const challenge = await answerOf<CaptchaView>(request("/api/captcha", { from }));
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

async function registration(username: string, from: string) {
  const captcha = await solveCaptcha(from);
  const email = `${username.replaceAll(" ", ".")}@example.com`;
  return { username, email, password, retype: password, captcha, referral: null };
}

interface Mail {
  to: string;
  text: string;
}
const outbox = () => answerOf<Mail[]>(request("/dev/outbox.json"));

test("registration signs in, mails a link that works once, and log-out ends the session", async () => {
  const from = "203.0.113.1";
  const response = await request("/api/users/register", { body: await registration("Ana Lia", from), from });
  const session = await response.json<SessionView>();
  expect(session).toMatchObject({
    user: { username: "Ana Lia", emailVerified: false, dj: false },
    version: "0.1.0",
  });
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^cue=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/),
    expect.stringMatching(/^cue-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/),
  ]);

  const rows = await env.DB.prepare("select * from sessions, users").all();
  expect(JSON.stringify(rows.results)).not.toContain(session.token);
  expect(JSON.stringify(rows.results)).not.toContain(password);

  const mail = (await outbox()).find(({ to }) => to === "Ana.Lia@example.com");
  expect(mail?.text).toMatch(/^http:\/\/localhost:8787\/verify\?token=[\w-]{43}$/m);

  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const anybody = createAppContext(new Request("http://localhost:8787/"), env, null);
  const redeemed = await Promise.all(Array.from({ length: 10 }, () => verifyEmail(anybody, { token })));
  expect(redeemed.filter(Boolean)).toHaveLength(1);
  expect(await answerOf<AccountView>(request("/api/users/me", { cookie: session }))).toMatchObject({
    username: "Ana Lia",
    emailVerified: true,
  });
  expect(
    (await request("/api/users/logout", { cookie: session, body: {} })).headers.get("set-cookie"),
  ).toMatch(/^cue=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/);
  expect((await request("/api/users/me", { cookie: session })).status).toBe(401);
  expect((await request("/api/users/me", { as: session })).status).toBe(401);
});

test("a captcha lets one registration in, and none without it", async () => {
  const from = "203.0.113.2";
  const first = await registration("First", from);
  expect((await request("/api/users/register", { body: first, from })).status).toBe(200);
  const again = { ...first, username: "Second", email: "second@example.com" };
  const replay = await request("/api/users/register", { body: again, from });
  expect(await replay.json()).toMatchObject({ code: "captcha-failed" });
  for (const captcha of ["", "e30=", btoa(JSON.stringify({ challenge: {}, solution: {} }))]) {
    const forged = await request("/api/users/register", { body: { ...again, captcha }, from });
    expect(await forged.json()).toMatchObject({ code: "captcha-failed" });
  }
});

test("names and addresses that are taken, or look like one that is, are told apart from free ones", async () => {
  await makePerson({ username: "Pax", email: "pax@example.com" });
  const taken = (path: string, body: unknown) =>
    answerOf<boolean>(request(path, { body, from: "203.0.113.3" }));
  expect(await taken("/api/users/checkUsername", { username: "pax " })).toBe(true);
  expect(await taken("/api/users/checkUsername", { username: "Рах" })).toBe(true);
  expect(await taken("/api/users/checkUsername", { username: "Paxa" })).toBe(false);
  expect(await taken("/api/users/checkEmail", { email: " PAX@example.com" })).toBe(true);
  expect(await taken("/api/users/checkEmail", { email: "free@example.com" })).toBe(false);
  const invalid = await request("/api/users/checkUsername", { body: { username: "_pax" } });
  expect(await invalid.json()).toMatchObject({ error: "Invalid username", code: "username-invalid" });
});

test("log-in takes the name or the address, and says the same of a wrong password and of nobody", async () => {
  const from = "203.0.113.4";
  await makePerson({ username: "Kim", email: "kim@example.com", passwordHash: hashPassword(password) });
  const logIn = (user: string, given: string) =>
    request("/api/users/login", { body: { user, password: given }, from });
  for (const name of ["Kim", " kim", "KIM@example.com"]) {
    expect((await logIn(name, password)).status).toBe(200);
  }
  const wrong = await logIn("Kim", `${password} `);
  const nobody = await logIn("Nobody", password);
  expect([wrong.status, nobody.status]).toEqual([401, 401]);
  expect(await wrong.json()).toEqual(await nobody.json());
});

test("a session is not known by another kind of token, and a banned user has none", async () => {
  const person = await makePerson();
  expect((await request("/api/users/me", { as: person })).status).toBe(200);
  expect((await request("/api/users/me", { as: { token: `${person.token}x` } })).status).toBe(401);
  await env.DB.prepare("update users set banned_at = 1 where id = ?").bind(person.id).run();
  expect((await request("/api/users/me", { as: person })).status).toBe(401);
});

test("an idle session ends after 30 days and any session after 180", async () => {
  const person = await makePerson();
  const dayMs = 86_400_000;
  const age = (createdDaysAgo: number, seenDaysAgo: number) =>
    env.DB.prepare(
      "update sessions set created_at = ?1, last_seen_at = ?2, expires_at = ?3 where user_id = ?4",
    )
      .bind(
        Date.now() - createdDaysAgo * dayMs,
        Date.now() - seenDaysAgo * dayMs,
        Date.now() + (30 - seenDaysAgo) * dayMs,
        person.id,
      )
      .run();
  await age(179, 29);
  expect((await request("/api/users/me", { as: person })).status).toBe(200);
  const row = await env.DB.prepare("select expires_at as e from sessions where user_id = ?")
    .bind(person.id)
    .first<{ e: number }>();
  expect((row?.e ?? 0) - Date.now()).toBeLessThan(1.1 * dayMs);
  await age(31, 31);
  expect((await request("/api/users/me", { as: person })).status).toBe(401);
});

test("of many parallel guesses at one account 25 an hour are looked at, and its owner still gets in", {
  timeout: 60_000,
}, async () => {
  const { id } = await makePerson({ username: "Guessed", passwordHash: hashPassword(password) });
  const guesses = Array.from({ length: 40 }, (_, index) =>
    request("/api/users/login", {
      body: { user: "guessed", password: `guess number ${index}` },
      from: `198.51.100.${index}`,
    }),
  );
  const statuses = (await Promise.all(guesses)).map((response) => response.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(25);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  const locked = await request("/api/users/login", {
    body: { user: "guessed", password: "one more guess" },
    from: "198.51.100.99",
  });
  expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(3_000);
  const owner = await request("/api/users/login", {
    body: { user: "guessed", password },
    headers: { cookie: deviceCookie(env, id).split(";", 1)[0], "sec-fetch-site": "same-origin" },
    from: "198.51.100.98",
  });
  expect(owner.status).toBe(200);
});
