import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { solveCaptcha } from "#tests/helpers/captcha.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

const dayMs = 86_400_000;

const keep = (user: string, from: string) =>
  answerOf(request("/api/referrals/temporaryReferral", { body: { user }, from }));

const set = (as: Person, user: string) => request("/api/referrals/setReferral", { as, body: { user } });
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code;

/** Returns the referrer of an account that registers from here. */
async function register(username: string, from: string, referral: string | null = null) {
  const password = "a rather long password";
  const captcha = await solveCaptcha(from);
  const email = `${username}@example.com`;
  const body = { username, email, password, retype: password, captcha, referral };
  await answerOf(request("/api/users/register", { body, from }));
  return referrerOf(username);
}

async function referrerOf(username: string): Promise<string | null> {
  const row = await env.DB.prepare("select referrer_id as r from users where username = ?")
    .bind(username)
    .first<{ r: string | null }>();
  return row?.r ?? null;
}

test("a visitor's referral is kept for a week for one registration, and an id in the link has priority", async () => {
  const [ada, bea] = [await makePerson({ username: "Ada" }), await makePerson({ username: "Bea" })];
  expect(await keep("nobody at all", "203.0.113.1")).toBe(true);
  expect(await register("unreferred", "203.0.113.1")).toBeNull();

  expect(await keep("Nobody", "203.0.113.2")).toBe(true);
  expect(await keep(bea.id, "203.0.113.2")).toBe(true);
  expect(await keep(" ada ", "203.0.113.2")).toBe(true);
  expect(await register("elsewhere", "203.0.113.3")).toBeNull();
  expect(await register("linked", "203.0.113.3", bea.id)).toBe(bea.id);
  expect(await register("kept", "203.0.113.2")).toBe(ada.id);
  expect(await register("second", "203.0.113.2")).toBeNull();

  await keep(ada.id, "203.0.113.4");
  await env.DB.prepare("update temporary_referrals set created_at = ?")
    .bind(Date.now() - 7 * dayMs - 1)
    .run();
  expect(await register("late", "203.0.113.4")).toBeNull();

  await keep(ada.id, "203.0.113.5");
  await env.DB.prepare("update users set banned_at = 1 where id = ?").bind(ada.id).run();
  expect(await register("banned", "203.0.113.5")).toBeNull();
  const rows = await env.DB.prepare("select client_key as k from temporary_referrals").all<{ k: string }>();
  for (const { k } of rows.results) expect(k).toMatch(/^[\w-]{22}$/);
});

test("a referrer can be entered once", async () => {
  const [cleo, dora, emil] = [
    await makePerson({ username: "Cleo" }),
    await makePerson({ username: "Dora" }),
    await makePerson({ username: "Emil" }),
  ];
  expect(await codeOf(set(cleo, "Nobody"))).toBe("referral-unknown");
  expect(await codeOf(set(cleo, "person1@example.com"))).toBe("referral-unknown");
  expect(await answerOf(set(cleo, " dora "))).toEqual({
    referrer: { id: dora.id, _id: dora.id, username: "Dora", profile: null },
    referralCount: 0,
  });
  expect(await answerOf(set(dora, emil.id))).toMatchObject({ referralCount: 1 });
  expect(await codeOf(set(cleo, "Emil"))).toBe("referral-set");
  expect(await codeOf(set(cleo, ""))).toBe("bad-input");
  expect((await request("/api/referrals/setReferral", { body: { user: "Dora" } })).status).toBe(401);
});

test("users cannot refer themselves, directly or in a circle, even with simultaneous calls", async () => {
  const ring: Person[] = [];
  for (let index = 0; index < 12; index++) ring.push(await makePerson());
  const after = (index: number) => ring[(index + 1) % ring.length] as Person;
  for (const [index, person] of ring.slice(0, -1).entries())
    expect((await set(person, after(index).id)).status).toBe(200);
  const last = ring.at(-1) as Person;
  for (const person of ring) expect(await codeOf(set(last, person.id))).toBe("referral-circular");

  const pairs = Array.from({ length: 10 }, async () => [await makePerson(), await makePerson()] as const);
  for (const pair of pairs) {
    const [a, b] = await pair;
    const answers = await Promise.all([set(a, b.id), set(b, a.id)]);
    expect(answers.map(({ ok }) => ok)).toContain(true);
    expect(answers.map(({ status }) => status)).toContain(409);
  }
});
