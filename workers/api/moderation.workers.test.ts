/** Reports, suspensions and who may decide them. */
import { env, SELF } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import type { PerformerAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import type {
  FeedbackPage,
  OverseenPersonView,
  ReportedPersonView,
  SettledPage,
} from "#app/domains/outside/operator/contract/moderation.ts";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { hashToken, newToken } from "#app/domains/people/accounts/token.ts";
import type { ReportView } from "#app/domains/people/people/contract/reports.ts";
import { openDb } from "#db/client.ts";
import { emailChanges, mailTokens, reports } from "#db/schema/index.ts";
import { mailTo, tokenIn } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener } from "#tests/helpers/rooms.ts";
import { makeStage, operate } from "#tests/helpers/stages.ts";

const db = openDb(env.DB);
const password = "a rather long password";
const at = Date.UTC(2026, 3, 1);

let made = 0;
/** Reports a user; each report is later than the one before. */
async function report(reporter: Person, offender: Person, offenseCode = 4): Promise<string> {
  const id = ulid();
  const createdAt = at + ++made * 1_000;
  await db
    .insert(reports)
    .values({ id, reporterId: reporter.id, offenderId: offender.id, offenseCode, createdAt, day: made });
  return id;
}

const by = (operator: Person, command: string, body: unknown = {}) =>
  request(`/api/operator/${command}`, { as: operator, body });
const codeOf = async (response: Promise<Response>) => (await (await response).json<{ code: string }>()).code;

async function listen(person: Person, room: string): Promise<Listener> {
  const { webSocket, status } = await SELF.fetch(`http://localhost:8787/realtime/${room}`, {
    headers: { upgrade: "websocket", authorization: `Bearer ${person.token}` },
  });
  if (webSocket === null) throw new Error(`not upgraded: ${status}`);
  return new Listener(webSocket);
}

test("only operators and the instance key can access reports", async () => {
  const [listener, manager] = [await makePerson(), await makePerson({ isManager: true })];
  const operator = await makePerson({ isOperator: true });
  const commands = [
    "reports",
    "reported",
    "settle",
    "dismiss",
    "settled",
    "feedback",
    "people",
    "ban",
    "unban",
  ];
  for (const command of [...commands, "make-operator", "remove-operator", "make-manager"]) {
    for (const as of [undefined, listener, manager, { token: "test-operator-key-0123456780" }]) {
      const response = await request(`/api/operator/${command}`, {
        as,
        body: { user: listener.id, text: "" },
      });
      expect(response.status).toBe(404);
    }
  }
  expect(await answerOf(by(operator, "reports"))).toEqual([]);
  const cookie = (headers: Record<string, string>) =>
    request("/api/operator/reports", { body: {}, headers: { cookie: `cue=${operator.token}`, ...headers } });
  expect((await cookie({ "sec-fetch-site": "same-origin" })).status).toBe(200);
  expect(await codeOf(cookie({ "sec-fetch-site": "cross-site" }))).toBe("forbidden-origin");

  // Only the key can make operators, and revoke the role immediately.
  for (const command of ["make-operator", "remove-operator"])
    expect(await codeOf(by(operator, command, { user: listener.id }))).toBe("not-found");
  await operate("make-operator", { user: listener.username });
  expect(await answerOf(by(listener, "reports"))).toEqual([]);
  await operate("remove-operator", { user: listener.id });
  expect(await codeOf(by(listener, "reports"))).toBe("not-found");
});

test("open reports are grouped by user, and settled individually, together or by a suspension", async () => {
  const operator = await makePerson({ isOperator: true });
  const [ana, bob, cem] = [await makePerson(), await makePerson(), await makePerson({ username: "Cem" })];
  const [loud, rude] = [await makePerson({ username: "Loud" }), await makePerson({ username: "Rude" })];
  const first = await report(ana, loud, 3);
  const second = await report(ana, rude, 0);
  const third = await report(bob, rude, 2);
  const fourth = await report(cem, rude, 4);
  await env.DB.prepare("delete from users where id = ?").bind(bob.id).run();

  const reported = () => answerOf<ReportedPersonView[]>(by(operator, "reported"));
  const open = await reported();
  expect(open.map(({ person }) => person)).toEqual([
    expect.objectContaining({ username: "Rude", openReports: 3, isBanned: false, isOperator: false }),
    expect.objectContaining({ username: "Loud", openReports: 1 }),
  ]);
  expect(open[0]?.reports).toEqual([
    expect.objectContaining({
      id: fourth,
      offense: "Offensive profile",
      reporter: expect.objectContaining({ username: "Cem" }),
    }),
    expect.objectContaining({ id: third, offense: "Impersonation", reporter: null }),
    expect.objectContaining({ id: second, offense: "Suspicious account" }),
  ]);

  expect(await answerOf(by(operator, "settle", { report: first, outcome: "dismissed" }))).toMatchObject({
    outcome: "dismissed",
    offender: { openReports: 0, isBanned: false },
  });
  // A report that came in after the list was read stays open.
  const until = at + made * 1_000;
  const late = await report(cem, rude);
  const dismissed = await answerOf(by(operator, "dismiss", { user: rude.id, until }));
  expect(dismissed).toMatchObject({ id: rude.id, openReports: 1 });
  expect((await reported()).map(({ reports: [one] }) => one?.id)).toEqual([late]);

  const again = await report(ana, rude);
  const settled = await operate<ReportView>("settle", { report: late, outcome: "banned" });
  expect(settled).toMatchObject({ outcome: "banned", offender: { isBanned: true, openReports: 0 } });
  expect(await reported()).toEqual([]);
  expect((await request("/api/users/me", { as: rude })).status).toBe(401);
  // Settling a settled report changes nothing.
  await answerOf(by(operator, "settle", { report: again, outcome: "dismissed" }));
  const all = await operate<ReportView[]>("reports", { all: true });
  expect(all.map(({ id, outcome }) => [id, outcome])).toEqual([
    [again, "banned"],
    [late, "banned"],
    [fourth, "dismissed"],
    [third, "dismissed"],
    [second, "dismissed"],
    [first, "dismissed"],
  ]);
  expect(await operate("reports", {})).toEqual([]);

  for (const [body, code] of [
    [{ report: "nothing", outcome: "dismissed" }, "not-found"],
    [{ report: first, outcome: "shrugged" }, "bad-input"],
    [{ outcome: "banned" }, "bad-input"],
  ] as const)
    expect(await codeOf(by(operator, "settle", body))).toBe(code);
  expect(await codeOf(by(operator, "dismiss", { user: "nobody", until: 1 }))).toBe("not-found");
});

test("a suspension ends all sessions and connections within seconds and leaves no way to log in", {
  timeout: 60_000,
}, async () => {
  const email = "victim@example.com";
  const victim = await makePerson({ username: "Victim", email, passwordHash: hashPassword(password) });
  const other = await makePerson({ isManager: true });
  await operate("make-manager", { user: "Victim" });
  await operate<PerformerAnswer>("make-performer", { user: "Victim", type: "dj" });
  const stage = await makeStage(victim, { instant: true });
  const foreign = await makeStage(other, { instant: true });
  const sockets = [
    await listen(victim, "lobby"),
    await listen(victim, `stage/${foreign.id}`),
    await listen(victim, `profile/${victim.id}`),
    await listen(victim, "inbox"),
  ];
  const bystander = await listen(other, `stage/${foreign.id}`);
  const ask = () =>
    request("/api/recovery/request", { body: { username: "Victim", email }, from: "203.0.113.77" });
  await answerOf(ask());
  const link = tokenIn(await mailTo(email, "new password"));
  const changing = newToken();
  await db.insert(mailTokens).values({
    tokenHash: await hashToken(changing),
    userId: victim.id,
    purpose: "change-email-new",
    expiresAt: Date.now() + 60_000,
  });
  await db.insert(emailChanges).values({
    userId: victim.id,
    email: "new@example.com",
    emailKey: "new@example.com",
    expiresAt: Date.now() + 60_000,
  });

  await operate("ban", { user: "Victim" });
  for (const socket of sockets) await expect.poll(() => socket.closeCode, { timeout: 5_000 }).toBeDefined();
  expect(bystander.closeCode).toBeUndefined();
  for (const as of [{ as: victim }, { cookie: victim }])
    expect((await request("/api/users/me", as)).status).toBe(401);
  const logIn = (given: string) =>
    request("/api/users/login", { body: { user: "Victim", password: given }, from: "203.0.113.78" });
  const refused = await logIn(password);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: "This account has been suspended.", code: "banned" });
  expect(await codeOf(logIn(`${password}!`))).toBe("login-failed");
  expect(await codeOf(ask())).toBe("recovery-unknown");
  const reset = { token: link, password: `${password} 2`, retype: `${password} 2` };
  expect(await codeOf(request("/api/recovery/reset", { body: reset }))).toBe("link-used");
  const left = await env.DB.prepare(
    `select (select count(*) from sessions where user_id = ?1) as sessions,
            (select count(*) from mail_tokens where user_id = ?1) as links,
            (select count(*) from email_changes where user_id = ?1) as changes,
            (select count(*) from ingest_credentials where owner_id = ?1) as keys,
            (select count(*) from ingest_credentials where mount = ?2) as stage`,
  )
    .bind(victim.id, stage.mount)
    .first();
  expect(left).toEqual({ sessions: 0, links: 0, changes: 0, keys: 0, stage: 0 });
  const foreignKeys = "select mount from ingest_credentials where owner_id = ?";
  expect(await env.DB.prepare(foreignKeys).bind(foreign.id).first("mount")).toBe(foreign.mount);

  await operate("unban", { user: "Victim" });
  expect((await logIn(password)).status).toBe(200);
});

test("operators cannot suspend operators or themselves, and the instance key can", async () => {
  const [ada, ben] = [await makePerson({ isOperator: true }), await makePerson({ isOperator: true })];
  const about = await report(ben, ada);
  for (const user of [ada.id, ben.username])
    expect(await codeOf(by(ben, "ban", { user }))).toBe("operator-protected");
  expect(await codeOf(by(ben, "settle", { report: about, outcome: "banned" }))).toBe("operator-protected");
  expect((await request("/api/users/me", { as: ada })).status).toBe(200);
  await operate("ban", { user: ada.id });
  expect(await codeOf(by(ada, "reports"))).toBe("not-found");
  expect(await codeOf(by(ben, "ban", { user: "Nobody" }))).toBe("not-found");
  expect(await codeOf(by(ben, "ban", {}))).toBe("bad-input");
});

test("operators settle no report about themselves, and give themselves no role and no award", async () => {
  const [ada, ben] = [await makePerson({ isOperator: true }), await makePerson({ isOperator: true })];
  const about = await report(ben, ada);
  const own: [string, object][] = [
    ["settle", { report: about, outcome: "dismissed" }],
    ["dismiss", { user: ada.id, until: Date.now() + 1_000 }],
    ["make-manager", { user: ada.username }],
    ["make-performer", { user: ada.id, type: "dj" }],
    ["grant-award", { user: ada.id, award: "Resident" }],
  ];
  for (const [command, body] of own)
    expect(await codeOf(by(ada, command, body)), command).toBe("operator-own");
  for (const [command, body] of own) await answerOf(by(ben, command, body));
});

test("users are found by part of their name or by their exact email address, including suspended ones", async () => {
  const operator = await makePerson({ isOperator: true });
  const find = (text: unknown) => answerOf<OverseenPersonView[]>(by(operator, "people", { text }));
  const zed = await makePerson({ username: "Zed Moon", email: "zed@example.com", bannedAt: 1 });
  await makePerson({ username: "Moonlight Zoë" });
  expect((await find("moon")).map(({ username }) => username)).toEqual(["Zed Moon", "Moonlight Zoë"]);
  for (const text of [" ZED@example.com", zed.id, "zed moon", "Ze mo"])
    expect(await find(text)).toEqual([expect.objectContaining({ username: "Zed Moon", isBanned: true })]);
  for (const text of ["", "zed@example", 'moon" OR "x', "* NOT *"]) expect(await find(text)).toEqual([]);
  expect(JSON.stringify(await find("zed@example.com"))).not.toContain("zed@");
});

test("settled reports and feedback are paged without loss or repetition", async () => {
  const operator = await makePerson({ isOperator: true });
  const offender = await makePerson();
  await env.DB.batch([env.DB.prepare("delete from reports"), env.DB.prepare("delete from feedback")]);
  const ids = Array.from({ length: 120 }, (_, index) => `${String(index).padStart(3, "0")}`);
  const one = env.DB.prepare(
    "insert into reports (id, offender_id, offense_code, created_at, day, settled_at, outcome) values (?, ?, 0, 1, 1, ?, 'dismissed')",
  );
  const told = env.DB.prepare("insert into feedback (id, user_id, message, created_at) values (?, ?, ?, ?)");
  await env.DB.batch(
    ids.flatMap((id, index) => [
      // Many within one millisecond.
      one.bind(id, offender.id, Math.floor(index / 70)),
      told.bind(id, index % 2 === 0 ? offender.id : null, `message ${id}`, Math.floor(index / 70)),
    ]),
  );
  for (const command of ["settled", "feedback"]) {
    const seen: string[] = [];
    let cursor: { dateCursor: number | null; idCursor: string } | null = null;
    for (let pages = 0; pages < 5 && cursor?.idCursor !== "end"; pages++) {
      const page: SettledPage | FeedbackPage = await answerOf(by(operator, command, cursor ?? {}));
      seen.push(...page.items.map(({ id }) => id));
      cursor = { dateCursor: page.dateCursor, idCursor: page.idCursor };
    }
    expect(seen).toEqual(ids.toReversed());
  }
  const newest = await operate<FeedbackPage>("feedback", {});
  expect(newest.items[0]).toEqual({ id: "119", user: null, message: "message 119", createdAt: 1 });
  expect(newest.items[1]?.user).toMatchObject({ id: offender.id });
});
