import { env, SELF } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { resetPassword } from "#app/domains/people/accounts/queries/recovery.ts";
import { hashToken } from "#app/domains/people/accounts/token.ts";
import { openDb } from "#db/client.ts";
import { solveCaptcha } from "#tests/helpers/captcha.ts";
import { mailsTo, mailTo, tokenIn } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener } from "#tests/helpers/rooms.ts";

const oldPassword = "the password of yesterday";
const newPassword = "the password of tomorrow";

let clients = 0;
/** An unused network address, because limits are counted per address. */
const somewhere = () => `198.51.100.${++clients}`;

interface Account extends Person {
  email: string;
}

async function makeAccount(username: string): Promise<Account> {
  const email = `${username.toLowerCase()}@example.com`;
  return { ...(await makePerson({ username, email })), email };
}

function ask(username: string, email: string, more: { from?: string; captcha?: string } = {}) {
  const { from = somewhere(), captcha } = more;
  return request("/api/recovery/request", { body: { username, email, captcha }, from });
}

/** Returns the tokens of `count` emailed links. */
async function requestLinks(account: Account, count: number): Promise<string[]> {
  for (let asked = 0; asked < count; asked++)
    expect(await answerOf(ask(account.username, account.email))).toBe(true);
  return vi.waitFor(async () => {
    const mails = await mailsTo(account.email);
    expect(mails).toHaveLength(count);
    return mails.map(tokenIn);
  });
}

function reset(token: string, password = newPassword, retype = password) {
  return request("/api/recovery/reset", { body: { token, password, retype }, from: somewhere() });
}

const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code;

test("an emailed link sets a new password once, ends every session and socket, and notifies the owner", async () => {
  const ana = await makeAccount("Ana");
  await env.DB.prepare("update users set password_hash = ? where id = ?")
    .bind(hashPassword(oldPassword), ana.id)
    .run();
  const upgrade = await SELF.fetch("http://localhost:8787/realtime/lobby", {
    headers: { upgrade: "websocket", authorization: `Bearer ${ana.token}` },
  });
  if (upgrade.webSocket === null) throw new Error(`not upgraded: ${upgrade.status}`);
  const socket = new Listener(upgrade.webSocket);

  expect(await answerOf(ask(" ana ", "ANA@example.com"))).toBe(true);
  const mail = await mailTo(ana.email, "new password");
  expect(mail.text).toMatch(/^http:\/\/localhost:8787\/recover\?token=[\w-]{43}$/m);
  const rows = await env.DB.prepare("select * from mail_tokens").all();
  expect(JSON.stringify(rows.results)).not.toContain(tokenIn(mail));

  expect(await answerOf(reset(tokenIn(mail)))).toMatchObject({
    type: "confirm",
    message: "Password changed",
  });
  expect(await codeOf(reset(tokenIn(mail)))).toBe("link-used");
  expect((await request("/api/users/me", { as: ana })).status).toBe(401);
  await expect.poll(() => socket.closeCode).toBe(4401);
  expect((await mailTo(ana.email, "was changed")).text).toContain("recover your account now");

  const logIn = (password: string) => request("/api/users/login", { body: { user: "Ana", password } });
  expect(await codeOf(logIn(oldPassword))).toBe("login-failed");
  const session = await answerOf<{ user: { emailVerified: boolean } }>(logIn(newPassword));
  // The link was sent to the address, which is thereby verified.
  expect(session.user.emailVerified).toBe(true);
});

test("a recovery request needs a username and email address of one account", async () => {
  const [eva, uli] = [await makeAccount("Eva"), await makeAccount("Uli")];
  const gone = await makeAccount("Gone");
  await env.DB.prepare("update users set banned_at = 1 where id = ?").bind(gone.id).run();
  for (const [username, email] of [
    ["Eva", uli.email],
    ["Nobody", eva.email],
    ["Eva", "nobody@example.com"],
    [eva.email, eva.email],
    ["Eva", "Eva"],
    ["", ""],
    ["Gone", gone.email],
  ] as const) {
    const response = await ask(username, email);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: "No user exists with those details",
      code: "recovery-unknown",
    });
  }
  for (const { email } of [eva, uli, gone]) expect(await mailsTo(email)).toEqual([]);
});

test("a refused new password does not use up the link", async () => {
  const [token = ""] = await requestLinks(await makeAccount("Ines"), 1);
  const short = await reset(token, "seven77");
  expect(await short.json()).toMatchObject({ error: "8 character minimum", code: "password-short" });
  expect(await codeOf(reset(token, newPassword, `${newPassword} `))).toBe("password-mismatch");
  expect(await codeOf(reset(token, "x".repeat(129)))).toBe("password-long");
  expect(await codeOf(reset(token, "password123"))).toBe("password-common");
  expect((await reset(token)).status).toBe(200);
});

test("only one of 30 simultaneous uses of a link succeeds", { timeout: 60_000 }, async () => {
  const [token = ""] = await requestLinks(await makeAccount("Race"), 1);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => reset(token, `${newPassword} ${index}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(29);

  // Also without the delay of a password hash between them.
  const [other = ""] = await requestLinks(await makeAccount("Aligned"), 1);
  const link = { tokenHash: await hashToken(other), now: Date.now() };
  const winners = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      resetPassword(openDb(env.DB), { ...link, passwordHash: `${index}`, keepsPasskeys: false }),
    ),
  );
  expect(winners.filter((user) => user !== undefined)).toHaveLength(1);
});

test("a link expires after ten minutes, after another link is used, or with a ban", async () => {
  const late = await makeAccount("Late");
  const [first = "", second = ""] = await requestLinks(late, 2);
  const { results } = await env.DB.prepare("select expires_at as e from mail_tokens where user_id = ?")
    .bind(late.id)
    .all<{ e: number }>();
  for (const { e } of results) expect(Math.abs(e - Date.now() - 600_000)).toBeLessThan(30_000);
  await env.DB.prepare("update mail_tokens set expires_at = ? where user_id = ?")
    .bind(Date.now() - 1, late.id)
    .run();
  expect(await codeOf(reset(first))).toBe("link-used");
  await env.DB.prepare("update mail_tokens set expires_at = ? where user_id = ?")
    .bind(Date.now() + 60_000, late.id)
    .run();
  expect((await reset(second)).status).toBe(200);
  expect(await codeOf(reset(first))).toBe("link-used");

  const [third = ""] = await requestLinks(await makeAccount("Suspended"), 1);
  await env.DB.prepare("update users set banned_at = 1 where username = 'Suspended'").run();
  expect(await codeOf(reset(third))).toBe("link-used");
  for (const token of ["", "x", "x".repeat(43)]) expect(await codeOf(reset(token))).toBe("link-used");
  expect(await codeOf(reset("x".repeat(200)))).toBe("bad-input");
});

test("the link uses the host of the instance, whatever host headers the request has", async () => {
  const hosts = [
    "evil.example",
    "localhost:8787.evil.example",
    "evil.example:8787",
    "localhost:8787@evil.example",
    "[::1]",
  ];
  const headers = [
    "host",
    "x-forwarded-host",
    "x-original-host",
    "x-forwarded-server",
    "forwarded",
    "x-host",
  ];
  const variants = headers.flatMap((name) =>
    hosts.map((host) => ({ [name]: name === "forwarded" ? `host="${host}";proto=https` : host })),
  );
  expect(variants).toHaveLength(30);
  let sent = 0;
  for (const [index, variant] of variants.entries()) {
    const { username, email } = await makeAccount(`Host${String.fromCharCode(97 + (index % 26))}${index}`);
    const response = await SELF.fetch(
      `http://${index % 2 === 0 ? "localhost:8787" : "evil.example"}/api/recovery/request`,
      {
        method: "POST",
        headers: { "content-type": "application/json", "cf-connecting-ip": somewhere(), ...variant },
        body: JSON.stringify({ username, email }),
      },
    );
    // A request to a foreign host name is refused.
    const isByOwnName = index % 2 === 0 && (variant.host === undefined || variant.host === "[::1]");
    expect(response.status).toBe(isByOwnName ? 200 : 421);
    if (!isByOwnName) continue;
    sent += 1;
    const mail = await mailTo(email, "new password");
    const links = [...`${mail.text}\n${mail.html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(
      ([link]) => new URL(link),
    );
    expect(new Set(links.map(({ origin }) => origin))).toEqual(new Set(["http://localhost:8787"]));
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain("evil");
  }
  expect(sent).toBe(13);
});

test("recovery requires a captcha after five requests an hour per client, and sends five links an hour per account", async () => {
  const from = somewhere();
  const account = await makeAccount("Flooded");
  for (let asked = 0; asked < 5; asked++)
    expect(await codeOf(ask("Nobody", `nobody${asked}@example.com`, { from }))).toBe("recovery-unknown");
  expect(await codeOf(ask(account.username, account.email, { from }))).toBe("captcha-failed");
  const captcha = await solveCaptcha(from);
  expect((await ask(account.username, account.email, { from, captcha })).status).toBe(200);
  expect(await codeOf(ask(account.username, account.email, { from, captcha }))).toBe("captcha-failed");

  for (let asked = 1; asked < 5; asked++)
    expect((await ask(account.username, account.email)).status).toBe(200);
  expect(await codeOf(ask(account.username, account.email))).toBe("rate-limited");
});
