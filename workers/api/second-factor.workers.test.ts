import { env } from "cloudflare:test";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type {
  RecoveryCodesView,
  SecondFactorSetupView,
  SecondFactorView,
} from "#app/domains/people/accounts/contract/security.ts";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { mailTo } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";

const password = "a rather long password";
const stepMs = 30_000;
let passwordHash: string;
beforeAll(() => {
  passwordHash = hashPassword(password);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Holds the clock at the start of a step, so that the test decides which step a code belongs to. */
function holdClock() {
  const start = Math.ceil(Date.now() / stepMs) * stepMs;
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  return { step: (steps: number) => vi.setSystemTime(start + steps * stepMs) };
}

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });
const get = (as: Person) => answerOf<SecondFactorView>(request("/api/secondFactor/get", { as }));
const begin = (as: Person, given = password) =>
  request("/api/secondFactor/begin", { as, body: { password: given } });
const send = (as: Person, path: string, code: string) =>
  request(`/api/secondFactor/${path}`, { as, body: { code } });
const logIn = (user: Person, code?: string, given = password) =>
  request("/api/users/login", { body: { user: user.username, password: given, code } });

async function turnOn(person: Person) {
  const { secret } = await answerOf<SecondFactorSetupView>(begin(person));
  const { recoveryCodes } = await answerOf<RecoveryCodesView>(send(person, "confirm", codeOf(secret)));
  return { secret, recoveryCodes };
}

test("the second factor is turned on by a code, required after the password, and turned off by a code", async () => {
  const clock = holdClock();
  const owner = await makePerson({ username: "Twice", email: "twice@example.com", passwordHash });
  expect(await get(owner)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
  const { secret, uri } = await answerOf<SecondFactorSetupView>(begin(owner));
  expect(uri).toBe(
    `otpauth://totp/Cue%20Music:Twice?issuer=Cue%20Music&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(await get(owner)).toMatchObject({ isOn: false });
  expect((await logIn(owner)).status).toBe(200);

  const { recoveryCodes } = await answerOf<RecoveryCodesView>(send(owner, "confirm", codeOf(secret)));
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(await get(owner)).toEqual({ isOn: true, recoveryCodesLeft: 10 });
  const stored = JSON.stringify(
    (await env.DB.prepare("select * from second_factors left join recovery_codes using (user_id)").all())
      .results,
  );
  for (const kept of [secret, ...recoveryCodes]) expect(stored).not.toContain(kept);
  await mailTo("twice@example.com", "Two-step log-in is on");

  expect(await refusalOf(logIn(owner))).toBe("second-factor-needed");
  expect(await refusalOf(logIn(owner, " "))).toBe("second-factor-needed");
  expect(await refusalOf(logIn(owner, "000000"))).toBe("second-factor-wrong");
  clock.step(2);
  const code = codeOf(secret);
  expect((await logIn(owner, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);

  clock.step(4);
  expect(await answerOf(send(owner, "remove", codeOf(secret)))).toEqual({
    isOn: false,
    recoveryCodesLeft: 0,
  });
  expect((await logIn(owner)).status).toBe(200);
  await mailTo("twice@example.com", "Two-step log-in is off");
});

test("only callers with the right password learn that a code is required or that the account is banned", async () => {
  holdClock();
  const owner = await makePerson({ passwordHash });
  await turnOn(owner);
  expect(await refusalOf(logIn(owner, undefined, "a wrong password"))).toBe("login-failed");
  expect(await refusalOf(logIn(owner, "000000", "a wrong password"))).toBe("login-failed");
  await env.DB.prepare("update users set banned_at = 1 where id = ?").bind(owner.id).run();
  expect(await refusalOf(logIn(owner))).toBe("banned");
});

test("a code is accepted once, even when sent 8 times simultaneously, and no older code is accepted after it", async () => {
  const clock = holdClock();
  const owner = await makePerson({ passwordHash });
  const { secret } = await turnOn(owner);
  expect(await refusalOf(logIn(owner, codeOf(secret)))).toBe("second-factor-wrong");
  clock.step(3);
  const next = codeOf(secret, 1);
  const older = codeOf(secret);
  const aligned = await Promise.all(Array.from({ length: 8 }, () => logIn(owner, next)));
  expect(aligned.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await refusalOf(logIn(owner, older))).toBe("second-factor-wrong");
  clock.step(6);
  expect(await refusalOf(logIn(owner, codeOf(secret, -2)))).toBe("second-factor-wrong");
});

test("ten wrong codes in ten minutes block further codes, and correct ones do not count", async () => {
  const clock = holdClock();
  const owner = await makePerson({ passwordHash });
  const { secret, recoveryCodes } = await turnOn(owner);
  for (const code of recoveryCodes.slice(0, 3)) expect((await logIn(owner, code)).status).toBe(200);
  for (let tries = 0; tries < 10; tries++)
    expect(await refusalOf(send(owner, "renewCodes", "000000"))).toBe("second-factor-wrong");
  clock.step(19);
  expect(await refusalOf(send(owner, "renewCodes", codeOf(secret)))).toBe("rate-limited");
  clock.step(20);
  expect((await send(owner, "renewCodes", codeOf(secret))).status).toBe(200);
});

test("a recovery code logs in its owner once, in any spelling", async () => {
  holdClock();
  const owner = await makePerson({ passwordHash });
  const other = await makePerson({ passwordHash });
  const { recoveryCodes } = await turnOn(owner);
  await turnOn(other);
  const [code = ""] = recoveryCodes;
  expect(await refusalOf(logIn(other, code))).toBe("second-factor-wrong");
  const typed = ` ${code.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l")} `;
  expect((await logIn(owner, typed)).status).toBe(200);
  expect(await refusalOf(logIn(owner, code))).toBe("second-factor-wrong");
  expect(await get(owner)).toMatchObject({ recoveryCodesLeft: 9 });
});

test("renewing recovery codes invalidates the old ones", async () => {
  const clock = holdClock();
  const owner = await makePerson({ username: "Renewer", email: "renewer@example.com", passwordHash });
  const { secret, recoveryCodes } = await turnOn(owner);
  clock.step(2);
  expect(await refusalOf(send(owner, "renewCodes", "000000"))).toBe("second-factor-wrong");
  const renewed = await answerOf<RecoveryCodesView>(send(owner, "renewCodes", codeOf(secret)));
  expect(renewed.recoveryCodes).toHaveLength(10);
  expect(await refusalOf(logIn(owner, recoveryCodes[0]))).toBe("second-factor-wrong");
  expect((await logIn(owner, renewed.recoveryCodes[0])).status).toBe(200);
  await mailTo("renewer@example.com", "recovery codes were renewed");
});

test("a new secret replaces an unconfirmed one, but not a confirmed one", async () => {
  holdClock();
  const owner = await makePerson({ passwordHash });
  expect(await refusalOf(begin(owner, "a wrong password"))).toBe("wrong-password");
  expect(await refusalOf(send(owner, "confirm", "000000"))).toBe("not-found");
  const first = await answerOf<SecondFactorSetupView>(begin(owner));
  const second = await answerOf<SecondFactorSetupView>(begin(owner));
  expect(await refusalOf(send(owner, "confirm", codeOf(first.secret)))).toBe("second-factor-wrong");
  await answerOf(send(owner, "confirm", codeOf(second.secret)));
  expect(await refusalOf(begin(owner))).toBe("conflict");
  expect(await refusalOf(send(owner, "confirm", codeOf(second.secret)))).toBe("conflict");
});

test("an account without a second factor cannot renew or remove it, and malformed codes are refused", async () => {
  const clock = holdClock();
  const owner = await makePerson({ passwordHash });
  for (const path of ["renewCodes", "remove"])
    expect(await refusalOf(send(owner, path, "000000"))).toBe("not-found");
  await turnOn(owner);
  clock.step(2);
  for (const code of ["", "５９２４０５", "1".repeat(40), "’ or 1=1"])
    expect(await refusalOf(send(owner, "remove", code))).toBe("second-factor-wrong");
  for (const body of [{}, { code: 123456 }, { code: "1".repeat(41) }])
    expect(await refusalOf(request("/api/secondFactor/remove", { as: owner, body }))).toBe("bad-input");
  expect(await get(owner)).toMatchObject({ isOn: true });
});
