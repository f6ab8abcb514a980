import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { AccountView, SessionView } from "#app/domains/people/accounts/contract/accounts.ts";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { verifyEmail } from "#app/domains/people/accounts/verification.server.ts";
import { solveCaptcha } from "#tests/helpers/captcha.ts";
import { mailTo, tokenIn } from "#tests/helpers/outbox.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "#workers/context.ts";

const password = "a rather long password";

async function registration(username: string, from: string) {
  const captcha = await solveCaptcha(from);
  const email = `${username.replaceAll(" ", ".")}@example.com`;
  return { username, email, password, retype: password, captcha, referral: null };
}

test("registration signs in and emails a single-use link, and log-out ends the session", async () => {
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
    expect.stringMatching(/^cue-bookmark=[\da-f-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60$/),
  ]);

  const rows = await env.DB.prepare("select * from sessions, users").all();
  expect(JSON.stringify(rows.results)).not.toContain(session.token);
  expect(JSON.stringify(rows.results)).not.toContain(password);

  const mail = await mailTo("Ana.Lia@example.com", "Confirm");
  expect(mail.text).toMatch(/^http:\/\/localhost:8787\/verify\?token=[\w-]{43}$/m);

  const token = tokenIn(mail);
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

test("registration requires a captcha, which is valid once", async () => {
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

test.each([
  ["Invalid username", { username: "_first" }],
  ["Invalid username", { username: "two..dots" }],
  ["Please enter a valid email address.", { email: "first@example" }],
  ["8 character minimum", { password: "seven77", retype: "seven77" }],
  ["The passwords do not match.", { retype: `${password} ` }],
  [
    "This password is too easy to guess. Please choose another.",
    { password: "Cue.Music!", retype: "Cue.Music!" },
  ],
  ["Please check “referral”.", { referral: 5 }],
])("refusing a registration with '%s' keeps its captcha valid", async (error, wrong) => {
  const from = "203.0.113.5";
  const right = await registration(ulid().slice(-12), from);
  const refused = await request("/api/users/register", { body: { ...right, ...wrong }, from });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error });
  expect((await request("/api/users/register", { body: right, from })).status).toBe(200);
});

test("registrations from one address cost more work each time, up to a limit with a retry time", async () => {
  const from = "203.0.113.40";
  const asked = new Request("http://localhost:8787/", { headers: { "cf-connecting-ip": from } });
  const { clientKey, limits } = createAppContext(asked, env, null);
  const many = { max: 200, perMs: 3_600_000 };
  const use = (times: number) =>
    Promise.all(Array.from({ length: times }, () => limits.take(`register:${clientKey}`, many)));
  const cheap = await registration("Pupil Cheap", from);
  await use(30);
  // A solution from before these registrations is no longer sufficient.
  expect(await refusalOf(request("/api/users/register", { body: cheap, from }))).toBe("captcha-failed");
  const dear = await registration("Pupil Dear", from);
  expect((await request("/api/users/register", { body: dear, from })).status).toBe(200);

  const late = await registration("Pupil Late", from);
  await use(169);
  const refused = await request("/api/users/register", { body: late, from });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
  expect(await refused.json()).toMatchObject({
    code: "rate-limited",
    error: expect.stringMatching(
      /^Too many accounts were created from your network\. Try again in (1 hour|\d+ minutes)\.$/,
    ),
  });
  const elsewhere = await registration("Pupil Late", "203.0.113.41");
  expect((await request("/api/users/register", { body: elsewhere, from: "203.0.113.41" })).status).toBe(200);
});

test("only one of 30 simultaneous registrations of equivalent usernames succeeds", {
  timeout: 90_000,
}, async () => {
  const names = [
    "Žofie Straße",
    "ŽOFIE STRASSE",
    "žofie strasse",
    "Ｚ\u030cofie Straße",
    "Zofie.Strasse",
    "Žofie\u3000Straße",
  ];
  const spellings = names.flatMap((name) =>
    [0, 1, 2, 3, 4].map((index) =>
      (index % 2 === 0 ? name : ` ${name}`).normalize(index < 3 ? "NFC" : "NFD"),
    ),
  );
  const bodies = await Promise.all(
    spellings.map(async (username, index) => {
      const made = await registration("x", `198.51.100.${index}`);
      return { ...made, username, email: `zofie${index}@example.com` };
    }),
  );
  const answers = await Promise.all(
    bodies.map((body, index) => request("/api/users/register", { body, from: `198.51.100.${index}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const refused of answers.filter(({ status }) => status !== 200))
    expect(await refused.json()).toMatchObject({ error: "Username already exists", status: 409 });
  const { results } = await env.DB.prepare("select id from users where email like 'zofie%'").all();
  expect(results).toHaveLength(1);
});

test("checks report usernames and email addresses that are taken or look like a taken one", async () => {
  await makePerson({ username: "Pax", email: "pax@example.com" });
  const taken = (path: string, body: unknown) =>
    answerOf<boolean>(request(path, { body, from: "203.0.113.3" }));
  expect(await taken("/api/users/checkUsername", { username: "pax " })).toBe(true);
  expect(await taken("/api/users/checkUsername", { username: "Рах" })).toBe(true);
  expect(await taken("/api/users/checkUsername", { username: "Paxa" })).toBe(false);
  // A user's own name in capitals is not taken.
  const own = await makePerson({ username: "Liv" });
  const asked = { body: { username: "LIV" } };
  expect(await answerOf(request("/api/users/checkUsername", { ...asked, as: own }))).toBe(false);
  expect(await answerOf(request("/api/users/checkUsername", asked))).toBe(true);
  expect(await taken("/api/users/checkEmail", { email: " PAX@example.com" })).toBe(true);
  expect(await taken("/api/users/checkEmail", { email: "free@example.com" })).toBe(false);
  const invalid = await request("/api/users/checkUsername", { body: { username: "_pax" } });
  expect(await invalid.json()).toMatchObject({ error: "Invalid username", code: "username-invalid" });
});

test("log-in accepts the username or the email address, and returns one error for all wrong combinations", async () => {
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
  expect(await wrong.json()).toEqual({
    error: "Wrong username, email or password.",
    message: "Wrong username, email or password.",
    code: "login-failed",
    status: 401,
  });
  expect(await nobody.json()).toMatchObject({ error: "Wrong username, email or password." });
});

test("a modified session token is refused, and so is the session of a banned user", async () => {
  const person = await makePerson();
  expect((await request("/api/users/me", { as: person })).status).toBe(200);
  expect((await request("/api/users/me", { as: { token: `${person.token}x` } })).status).toBe(401);
  await env.DB.prepare("update users set banned_at = 1 where id = ?").bind(person.id).run();
  const refused = await request("/api/users/me", { as: person });
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ error: "Authorization error", code: "authorization" });
});

test("a session ends after 30 idle days or 180 days in total", async () => {
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
