import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { EmailView } from "#app/domains/people/accounts/contract/security.ts";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { takeMailTo } from "#app/domains/people/accounts/rates.server.ts";
import { openEmailLink } from "#app/domains/people/accounts/security/email-change.server.ts";
import { mailsTo, mailTo, tokenIn } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "#workers/context.ts";

const password = "a rather long password";
let passwordHash: string;
beforeAll(() => {
  passwordHash = hashPassword(password);
});
afterEach(() => {
  vi.useRealTimers();
});

let count = 0;
/** A user with a password, their address and the one they want. */
async function makeMover(facts: { emailVerifiedAt?: number } = {}) {
  count++;
  const [email, next] = [`old${count}@example.com`, `new${count}@example.com`];
  const person = await makePerson({ username: `Mover ${count}`, email, passwordHash, ...facts });
  return { person, email, next };
}

const getEmail = (as: Person) => answerOf<EmailView>(request("/api/users/getEmail", { as }));
const ask = (as: Person, email: string, given = password) =>
  request("/api/users/changeEmail", { as, body: { email, password: given } });
const confirm = (token: string) => request("/api/users/confirmEmailChange", { body: { token } });
const stop = (token: string) => request("/api/users/stopEmailChange", { body: { token } });
const linksOf = async ({ email, next }: { email: string; next: string }) => ({
  old: tokenIn(await mailTo(email, "Confirm the change")),
  new: tokenIn(await mailTo(next, "Confirm your new email")),
});

describe.each([
  ["old", "new"],
  ["new", "old"],
] as const)("an email change that is confirmed by the %s address and then by the %s one", (first, second) => {
  test("takes effect only after both confirmations", async () => {
    const mover = await makeMover();
    const { person, email, next } = mover;
    const asked = await answerOf<EmailView>(ask(person, `  ${next.toUpperCase()} `));
    expect(asked).toMatchObject({
      email,
      emailVerified: false,
      pending: { email: next.toUpperCase(), isOldConfirmed: false, isNewConfirmed: false },
    });
    const links = await linksOf({ email, next: next.toUpperCase() });
    expect((await mailTo(email, "Confirm the change")).text).toContain(
      `http://localhost:8787/confirm-email?token=${links.old}`,
    );
    const rows = await env.DB.prepare("select * from mail_tokens, email_changes").all();
    expect(JSON.stringify(rows.results)).not.toContain(links.old);

    expect(await answerOf(confirm(links[first]))).toMatchObject({ type: "warning" });
    expect(await getEmail(person)).toMatchObject({
      email,
      pending: { isOldConfirmed: first === "old", isNewConfirmed: first === "new" },
    });
    expect(await refusalOf(confirm(links[first]))).toBe("link-used");
    expect(await answerOf(confirm(links[second]))).toMatchObject({ type: "confirm" });
    expect(await getEmail(person)).toEqual({
      email: next.toUpperCase(),
      emailVerified: true,
      pending: null,
    });
    expect((await mailTo(email, "was changed")).text).toContain(next.toUpperCase());
    const logIn = (user: string) => request("/api/users/login", { body: { user, password } });
    expect([(await logIn(email)).status, (await logIn(next)).status]).toEqual([401, 200]);
  });
});

test("an email change takes effect once, even with 30 simultaneous clicks on each link", async () => {
  const mover = await makeMover();
  await answerOf(ask(mover.person, mover.next));
  const links = await linksOf(mover);
  const clicks = Array.from({ length: 30 }, (_, index) => confirm(index % 2 ? links.old : links.new));
  const statuses = (await Promise.all(clicks)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(await getEmail(mover.person)).toMatchObject({ email: mover.next, pending: null });
  await mailTo(mover.email, "was changed");
  expect((await mailsTo(mover.email)).filter(({ subject }) => subject.includes("was changed"))).toHaveLength(
    1,
  );
});

test("opening a link does not use it, and shows which address it confirms", async () => {
  const mover = await makeMover();
  await answerOf(ask(mover.person, mover.next));
  const links = await linksOf(mover);
  const anybody = createAppContext(new Request("http://localhost:8787/"), env, null);
  for (const _ of [1, 2])
    expect(await openEmailLink(anybody, { token: links.old })).toEqual({
      side: "old",
      username: mover.person.username,
      email: mover.next,
    });
  expect(await openEmailLink(anybody, { token: links.new })).toMatchObject({ side: "new" });
  await expect(openEmailLink(anybody, { token: "made-up" })).rejects.toMatchObject({ code: "link-used" });
  expect(await getEmail(mover.person)).toMatchObject({ email: mover.email });
});

test("a taken address is refused at the request and at the final confirmation", async () => {
  const mover = await makeMover();
  await makePerson({ email: "taken@example.com" });
  expect(await refusalOf(ask(mover.person, " TAKEN@example.com"))).toBe("email-taken");
  await answerOf(ask(mover.person, mover.next));
  const links = await linksOf(mover);
  await answerOf(confirm(links.old));
  await makePerson({ email: mover.next });
  expect(await refusalOf(confirm(links.new))).toBe("email-taken");
  expect(await getEmail(mover.person)).toEqual({ email: mover.email, emailVerified: false, pending: null });
});

test("a new change replaces the pending one and invalidates its links", async () => {
  const mover = await makeMover();
  await answerOf(ask(mover.person, mover.next));
  const dead = await linksOf(mover);
  const next = `another-${mover.next}`;
  await answerOf(ask(mover.person, next));
  expect([await refusalOf(confirm(dead.old)), await refusalOf(confirm(dead.new))]).toEqual([
    "link-used",
    "link-used",
  ]);
  await answerOf(confirm(tokenIn(await mailTo(next, "Confirm your new email"))));
  expect(await getEmail(mover.person)).toMatchObject({
    email: mover.email,
    pending: { email: next, isOldConfirmed: false, isNewConfirmed: true },
  });
});

test("the link of the old address or a button cancels a change, and the new address cannot cancel it", async () => {
  const mover = await makeMover();
  await answerOf(ask(mover.person, mover.next));
  const links = await linksOf(mover);
  expect(await refusalOf(stop(links.new))).toBe("link-used");
  await answerOf(confirm(links.new));
  expect(await answerOf(stop(links.old))).toMatchObject({ message: "Your email address was not changed." });
  expect([await refusalOf(stop(links.old)), await refusalOf(confirm(links.old))]).toEqual([
    "link-used",
    "link-used",
  ]);
  expect((await getEmail(mover.person)).pending).toBeNull();

  const other = await makeMover();
  await answerOf(ask(other.person, other.next));
  const theirs = await linksOf(other);
  const cancel = request("/api/users/cancelEmailChange", { as: mover.person, body: {} });
  expect((await answerOf<EmailView>(cancel)).pending).toBeNull();
  expect((await getEmail(other.person)).pending).not.toBeNull();
  await answerOf(request("/api/users/cancelEmailChange", { as: other.person, body: {} }));
  expect(await refusalOf(confirm(theirs.new))).toBe("link-used");
});

test("a link expires after a day", async () => {
  const mover = await makeMover();
  await answerOf(ask(mover.person, mover.next));
  const links = await linksOf(mover);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_001 });
  expect([await refusalOf(confirm(links.old)), await refusalOf(confirm(links.new))]).toEqual([
    "link-used",
    "link-used",
  ]);
  expect((await getEmail(mover.person)).pending).toBeNull();
});

test("completing another change invalidates the link that restores the old address", async () => {
  const mover = await makeMover();
  await answerOf(request("/api/users/resendVerification", { as: mover.person, headers: { "x-cue": "1" } }));
  await answerOf(
    request("/api/recovery/request", { body: { username: mover.person.username, email: mover.email } }),
  );
  const recovery = tokenIn(await mailTo(mover.email, "new password"));
  await answerOf(ask(mover.person, mover.next));
  const links = await linksOf(mover);
  await answerOf(confirm(links.old));
  await answerOf(confirm(links.new));
  const body = { token: recovery, password: "another long password", retype: "another long password" };
  expect(await refusalOf(request("/api/recovery/reset", { body }))).toBe("link-used");
  const tokens = env.DB.prepare("select count(*) as left from mail_tokens where user_id = ?");
  expect(await tokens.bind(mover.person.id).first("left")).toBe(0);
});

test("a wrong password, an invalid address, malformed input and a sixth request in an hour are refused", async () => {
  const { person, next } = await makeMover();
  expect(await refusalOf(ask(person, next, `${password}x`))).toBe("wrong-password");
  for (const email of ["", "new", "new@", "a b@example.com"])
    expect(await refusalOf(ask(person, email))).toBe("email-invalid");
  for (const body of [{}, { email: next }, { email: 7, password }, { email: "x".repeat(401), password }])
    expect(await refusalOf(request("/api/users/changeEmail", { as: person, body }))).toBe("bad-input");
  for (const body of [{}, { token: 7 }, { token: "x".repeat(129) }])
    expect(await refusalOf(request("/api/users/confirmEmailChange", { body }))).toBe("bad-input");
  for (const token of ["", "x", "x".repeat(43)]) expect(await refusalOf(confirm(token))).toBe("link-used");
  for (let index = 0; index < 5; index++) await answerOf(ask(person, `${index}-${next}`));
  expect(await refusalOf(ask(person, next))).toBe("rate-limited");
});

test("an address that no one has confirmed gets ten emails a day, whoever asks for them", async () => {
  const stranger = "nobody.of.cue@example.com";
  for (let account = 0; account < 3; account++) {
    const { person } = await makeMover({ emailVerifiedAt: 1 });
    const spelled = account === 1 ? stranger.toUpperCase() : stranger;
    for (let each = 0; each < 5; each++) {
      const { status } = await ask(person, spelled);
      expect(status).toBe(account < 2 ? 200 : 429);
    }
  }
  const mails = [...(await mailsTo(stranger)), ...(await mailsTo(stranger.toUpperCase()))];
  expect(mails).toHaveLength(10);

  const unconfirmed = await makePerson({ username: "Not mine", email: "not.mine@example.com" });
  const again = () =>
    request("/api/users/resendVerification", { as: unconfirmed, headers: { "x-cue": "1" } });
  for (let each = 0; each < 10; each++) await takeMailTo(anybody(), "Not.Mine@example.com");
  expect(await refusalOf(again())).toBe("rate-limited");
  expect(await mailsTo("not.mine@example.com")).toEqual([]);
});

const anybody = () => createAppContext(new Request("http://localhost:8787/"), env, null);
