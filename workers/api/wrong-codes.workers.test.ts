/** Guesses of the second factor: limited per day, reported to the owner, and unable to lock the owner out. */
import { env } from "cloudflare:test";
import { scryptSync } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterEach, expect, test, vi } from "vitest";
import type {
  RecoveryCodesView,
  SecondFactorSetupView,
} from "#app/domains/people/accounts/contract/security.ts";
import { fromBase64Url, toBase64Url } from "#app/domains/people/accounts/token.ts";
import { mailsTo, mailTo } from "#tests/helpers/outbox.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";

const password = "a rather long password";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A cheap hash, because the tests log in a hundred times. A successful log-in replaces it with an expensive one. */
const salt = "AAAAAAAAAAAAAAAAAAAAAA";
const key = scryptSync(password, fromBase64Url(salt), 32, { N: 64, r: 1, p: 1 });
const passwordHash = `scrypt$64$1$1$${salt}$${toBase64Url(key)}`;
afterEach(() => {
  vi.useRealTimers();
});

let people = 0;

/** A user with two-step log-in, and a clock that the test moves. */
async function makeOwner() {
  let now = Math.ceil(Date.now() / hourMs) * hourMs;
  vi.useFakeTimers({ toFake: ["Date"], now });
  const email = `guessed${++people}@example.com`;
  const owner = await makePerson({ username: `guessed ${people}`, email, passwordHash });
  const setUp = { as: owner, body: { password } };
  const { secret } = await answerOf<SecondFactorSetupView>(request("/api/secondFactor/begin", setUp));
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });
  const first = { as: owner, body: { code: code() } };
  const { recoveryCodes } = await answerOf<RecoveryCodesView>(request("/api/secondFactor/confirm", first));
  const logIn = (given: string, { cookie, as = password }: { cookie?: string; as?: string } = {}) =>
    request("/api/users/login", {
      body: { user: owner.username, password: as, code: given },
      headers: { cookie },
      from: `198.51.100.${people}`,
    });
  return {
    owner,
    email,
    code,
    recoveryCodes,
    logIn,
    pass: (ms: number) => {
      now += ms;
      vi.setSystemTime(now);
    },
  };
}

type Owner = Awaited<ReturnType<typeof makeOwner>>;

/** Sends wrong codes, at most ten in ten minutes. */
async function guess({ logIn, pass }: Owner, count: number, cookie?: string): Promise<void> {
  for (let guessed = 0; guessed < count; guessed++) {
    if (guessed % 10 === 0) pass(11 * minuteMs);
    expect(await refusalOf(logIn("000000", { cookie }))).toBe("second-factor-wrong");
  }
  pass(11 * minuteMs);
}

const warnings = () => vi.spyOn(console, "warn").mockImplementation(() => {});

test("after 20 wrong codes in a day only recovery codes are accepted, until the oldest is a day old", {
  timeout: 60_000,
}, async () => {
  warnings();
  const owner = await makeOwner();
  await guess(owner, 20);
  const locked = await owner.logIn(owner.code());
  expect(locked.status).toBe(429);
  expect(await locked.json()).toMatchObject({
    code: "second-factor-locked",
    error:
      "Too many wrong codes. You can use codes from your app again in 24 hours. Until then, use a recovery code or a passkey.",
  });
  expect((await owner.logIn(owner.recoveryCodes[0] ?? "")).status).toBe(200);
  owner.pass(24 * hourMs);
  expect((await owner.logIn(owner.code())).status).toBe(200);
});

test("wrong codes of others do not lock out known browsers or signed-in sessions", {
  timeout: 60_000,
}, async () => {
  warnings();
  const owner = await makeOwner();
  owner.pass(minuteMs);
  const cookie = (await owner.logIn(owner.code())).headers
    .getSetCookie()
    .find((each) => each.startsWith("cue-device="))
    ?.split(";", 1)[0];
  await env.DB.prepare("update users set password_hash = ? where id = ?")
    .bind(passwordHash, owner.owner.id)
    .run();
  await guess(owner, 20);
  expect(await refusalOf(owner.logIn(owner.code()))).toBe("second-factor-locked");
  expect((await owner.logIn(owner.code(), { cookie })).status).toBe(200);
  owner.pass(minuteMs);
  const remove = { as: owner.owner, body: { code: owner.code() } };
  expect(await answerOf(request("/api/secondFactor/remove", remove))).toMatchObject({ isOn: false });
});

test("the owner is notified once a day of repeated wrong codes, only after the right password", {
  timeout: 60_000,
}, async () => {
  warnings();
  const owner = await makeOwner();
  const subject = "Wrong log-in codes";
  const told = async () =>
    (await mailsTo(owner.email)).filter((mail) => mail.subject.includes(subject)).length;
  for (let guessed = 0; guessed < 6; guessed++)
    expect(await refusalOf(owner.logIn("000000", { as: "a wrong password" }))).toBe("login-failed");
  await guess(owner, 4);
  expect(await told()).toBe(0);
  await guess(owner, 1);
  const mail = await mailTo(owner.email, subject);
  expect(mail.text).toContain("someone knows your password");
  await guess(owner, 10);
  expect(await told()).toBe(1);
  owner.pass(24 * hourMs);
  await guess(owner, 5);
  await vi.waitFor(async () => expect(await told()).toBe(2));
});
