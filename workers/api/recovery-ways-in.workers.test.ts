/** The ways in that recovery keeps: passkeys, devices and codes that still log in, and how the owner is notified. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { RecoveredView } from "#app/domains/people/accounts/contract/recovery.ts";
import { openRecovery } from "#app/domains/people/accounts/recovery.server.ts";
import { openDb } from "#db/client.ts";
import { passkeys, secondFactors } from "#db/schema/index.ts";
import { mailTo, tokenIn } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "#workers/context.ts";

const password = "the password of tomorrow";
const db = openDb(env.DB);
let people = 0;

/** A user with two passkeys who has requested a link. */
async function makeForgetful({
  hasSecondFactor = false,
} = {}): Promise<Person & { email: string; link: string }> {
  const email = `recovering${++people}@example.com`;
  const person = await makePerson({ username: `recovering ${people}`, email });
  const key = { userId: person.id, publicKey: "", counter: 0, transports: [], createdAt: people };
  await db.insert(passkeys).values([
    { ...key, id: ulid(), name: "Laptop" },
    { ...key, id: ulid(), name: "A stranger's phone", createdAt: people + 1 },
  ]);
  if (hasSecondFactor)
    await db
      .insert(secondFactors)
      .values({ userId: person.id, sealedSecret: "x", createdAt: 0, confirmedAt: 1, lastStep: 0 });
  const body = { username: person.username, email };
  await answerOf(request("/api/recovery/request", { body, from: `198.51.100.${people}` }));
  return { ...person, email, link: tokenIn(await mailTo(email, "new password")) };
}

const reset = (token: string, more: object = {}) =>
  answerOf<RecoveredView>(
    request("/api/recovery/reset", {
      body: { token, password, retype: password, ...more },
      from: `198.51.100.${people}`,
    }),
  );
const passkeysOf = async (person: Person) =>
  (await answerOf<{ name: string }[]>(request("/api/passkeys/list", { as: await signIn(person) }))).map(
    ({ name }) => name,
  );
const signIn = ({ username }: Person) =>
  answerOf<{ token: string }>(request("/api/users/login", { body: { user: username, password } }));
const open = (token: string) =>
  openRecovery(createAppContext(new Request("http://localhost:8787/"), env, null), { token });

test("recovery removes passkeys that another person may have added, and lists them for the owner", async () => {
  const person = await makeForgetful();
  expect(await open(person.link)).toEqual({
    username: person.username,
    passkeys: ["Laptop", "A stranger's phone"],
    isSecondFactorOn: false,
  });
  const recovered = await reset(person.link);
  expect(recovered).toMatchObject({
    type: "confirm",
    message: "Password changed",
    sessionsEnded: 1,
    passkeysKept: [],
    isSecondFactorOn: false,
  });
  expect(recovered.passkeysRemoved.toSorted()).toEqual(["A stranger's phone", "Laptop"]);
  expect(await passkeysOf(person)).toEqual([]);
  expect(await open(person.link)).toBeNull();
  const { text } = await mailTo(person.email, "was changed");
  expect(text).toContain("One device was signed out.");
  expect(text).toContain("These passkeys were removed:");
  expect(text).toContain("“A stranger's phone”");
  expect(text).toContain("Two-step log-in is off");
});

test("recovery can keep the passkeys, and says where to remove them", async () => {
  const person = await makeForgetful();
  expect(await reset(person.link, { keepPasskeys: true })).toMatchObject({ passkeysRemoved: [] });
  expect(await passkeysOf(person)).toEqual(["Laptop", "A stranger's phone"]);
  const { text } = await mailTo(person.email, "was changed");
  expect(text).toContain(
    "These passkeys can still log in to your account: “Laptop” and “A stranger's phone”",
  );
  expect(text).toContain("http://localhost:8787/settings/security");
});

test("recovery keeps the passkeys of an account with a second factor", async () => {
  const person = await makeForgetful({ hasSecondFactor: true });
  const recovered = await reset(person.link, { keepPasskeys: false });
  expect(recovered).toMatchObject({ passkeysRemoved: [], isSecondFactorOn: true });
  expect(recovered.passkeysKept.toSorted()).toEqual(["A stranger's phone", "Laptop"]);
  const logIn = request("/api/users/login", { body: { user: person.username, password } });
  expect(await refusalOf(logIn)).toBe("second-factor-needed");
  expect((await mailTo(person.email, "was changed")).text).toContain("Two-step log-in is on");
});
