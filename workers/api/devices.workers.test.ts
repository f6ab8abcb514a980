/** Sessions as devices, and the password change that ends them all. */
import { env, SELF } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import type { SessionView } from "#app/domains/people/accounts/contract/accounts.ts";
import type { DeviceView, PasswordChangedView } from "#app/domains/people/accounts/contract/security.ts";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { hashToken } from "#app/domains/people/accounts/token.ts";
import { mailTo } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { addStage, Listener, until } from "#tests/helpers/rooms.ts";

const password = "a rather long password";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0";
let passwordHash: string;
beforeAll(() => {
  passwordHash = hashPassword(password);
});

type Session = Pick<Person, "token">;
const devices = (as: Session) => answerOf<DeviceView[]>(request("/api/users/getSessions", { as }));
const isSignedIn = async (as: Session) => (await request("/api/users/me", { as })).status === 200;

/** Another device of the same user. */
async function addDevice(owner: Person, given = password): Promise<Session> {
  return answerOf<SessionView>(
    request("/api/users/login", {
      body: { user: owner.username, password: given },
      headers: { "user-agent": firefox },
    }),
  );
}

/** A socket of this session in a room. */
async function listenAs({ token }: Session, stage: string): Promise<Listener> {
  const origin = "http://localhost:8787";
  const response = await SELF.fetch(`${origin}/realtime/stage/${stage}`, {
    headers: { upgrade: "websocket", origin, cookie: `cue=${token}` },
  });
  if (response.webSocket === null) throw new Error(`not upgraded: ${response.status}`);
  const socket = new Listener(response.webSocket);
  await socket.event("snapshot");
  return socket;
}

test("devices are listed by name without secrets, the current one first", async () => {
  const owner = await makePerson({ username: "Deviceful", passwordHash });
  const other = await addDevice(owner);
  await env.DB.prepare("update sessions set country = 'NZ' where token_hash = ?")
    .bind(await hashToken(other.token))
    .run();
  const listed = await devices(owner);
  expect(listed).toEqual([
    expect.objectContaining({ isCurrent: true, name: "Unknown device", country: null }),
    expect.objectContaining({ isCurrent: false, name: "Firefox on Windows", country: "NZ" }),
  ]);
  expect((await devices(other)).map(({ name }) => name)).toEqual(["Firefox on Windows", "Unknown device"]);
  const secrets = [owner.token, other.token, await hashToken(owner.token), await hashToken(other.token)];
  for (const secret of secrets) expect(JSON.stringify(listed)).not.toContain(secret);
});

test("signing out a device ends only its session and its sockets", async () => {
  const owner = await makePerson({ passwordHash });
  const other = await addDevice(owner);
  await addStage("signed-out");
  const [kept, ended] = [await listenAs(owner, "signed-out"), await listenAs(other, "signed-out")];
  const id = (await devices(owner)).find(({ isCurrent }) => !isCurrent)?.id;
  await answerOf(request("/api/users/endSession", { as: owner, body: { session: id } }));
  expect(await isSignedIn(other)).toBe(false);
  expect(await until(() => ended.closeCode, 5_000)).toBe(4401);
  expect(await isSignedIn(owner)).toBe(true);
  expect(await kept.say("still here")).toMatchObject({ event: "ack" });
});

test("a session that has ended, is unknown or belongs to another user is not found", async () => {
  const owner = await makePerson({ passwordHash });
  const stranger = await makePerson();
  const theirs = (await devices(stranger))[0]?.id;
  const past = await addDevice(owner);
  const over = (await devices(past))[0]?.id;
  await answerOf(request("/api/users/logout", { as: past, body: {} }));
  for (const session of [theirs, over, "x", await hashToken(owner.token)])
    expect(await refusalOf(request("/api/users/endSession", { as: owner, body: { session } }))).toBe(
      "not-found",
    );
  for (const body of [{}, { session: "" }, { session: 7 }, { session: "x".repeat(401) }])
    expect(await refusalOf(request("/api/users/endSession", { as: owner, body }))).toBe("bad-input");
  expect(await isSignedIn(stranger)).toBe(true);
});

test("signing out all other devices does not affect other users", async () => {
  const owner = await makePerson({ passwordHash });
  const stranger = await makePerson();
  const others = [await addDevice(owner), await addDevice(owner)];
  await addStage("all-others");
  const sockets = await Promise.all(others.map((other) => listenAs(other, "all-others")));
  await answerOf(request("/api/users/endOtherSessions", { as: owner, body: {} }));
  for (const socket of sockets) expect(await until(() => socket.closeCode, 5_000)).toBe(4401);
  expect(await Promise.all([owner, stranger, ...others].map(isSignedIn))).toEqual([true, true, false, false]);
  expect(await devices(owner)).toHaveLength(1);
});

const change = (as: Session, current: string, next: string, retype = next) =>
  request("/api/users/changePassword", { as, body: { current, new: next, retype } });

test("a password change ends all other sessions and sockets and sends an email", async () => {
  const owner = await makePerson({ username: "Changer", email: "changer@example.com", passwordHash });
  const other = await addDevice(owner);
  await addStage("changed");
  const sockets = [await listenAs(owner, "changed"), await listenAs(other, "changed")];
  // Spaces are part of a password.
  const next = "  another long password ";
  const response = await request("/api/users/changePassword", {
    cookie: owner,
    body: { current: password, new: next, retype: next },
    headers: { "user-agent": firefox },
  });
  const changed = await response.json<PasswordChangedView>();
  expect(changed).toMatchObject({ type: "confirm", message: "Password changed" });
  expect(response.headers.get("set-cookie")).toContain(
    `cue=${changed.token}; Path=/; HttpOnly; SameSite=Lax`,
  );
  expect(await Promise.all([owner, other, changed].map(isSignedIn))).toEqual([false, false, true]);
  for (const socket of sockets) expect(await until(() => socket.closeCode, 5_000)).toBe(4401);
  expect(await devices(changed)).toMatchObject([{ isCurrent: true, name: "Firefox on Windows" }]);
  expect((await mailTo("changer@example.com", "was changed")).text).toContain("Hello Changer,");
  for (const [given, status] of [
    [password, 401],
    [next.trim(), 401],
    [next, 200],
  ] as const)
    expect((await request("/api/users/login", { body: { user: "Changer", password: given } })).status).toBe(
      status,
    );
});

test("a password change is refused for a wrong, short or unconfirmed password", async () => {
  const owner = await makePerson({ passwordHash });
  const short = await change(owner, password, "seven77");
  expect(await short.json()).toMatchObject({
    error: "Your new password must be at least 8 characters long",
    code: "new-password-short",
  });
  const refusals = [
    await refusalOf(change(owner, `${password} `, "another long password")),
    await refusalOf(change(owner, password, "another long password", "another long passwort")),
    await refusalOf(change(owner, password, "password123")),
    await refusalOf(change(owner, password, "x".repeat(129))),
    await refusalOf(request("/api/users/changePassword", { as: owner, body: { current: password } })),
  ];
  expect(refusals).toEqual([
    "wrong-password",
    "password-mismatch",
    "password-common",
    "password-long",
    "bad-input",
  ]);
  expect(await isSignedIn(owner)).toBe(true);
});

test("only one of several simultaneous password changes succeeds and keeps its session", async () => {
  const owner = await makePerson({ passwordHash });
  const answers = await Promise.all(
    ["one", "two", "three"].map((name) => change(owner, password, `long password ${name}`)),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const session = await (won[0] as Response).json<PasswordChangedView>();
  expect(await devices(session)).toHaveLength(1);
});

test("a log-in in progress with the old password does not survive a password change", async () => {
  const owner = await makePerson({ username: "Under way", passwordHash });
  const body = { user: "Under way", password };
  const logIns = Array.from({ length: 6 }, () => request("/api/users/login", { body }));
  const changed = await answerOf<PasswordChangedView>(change(owner, password, "another long password"));
  const entered = (await Promise.all(logIns)).filter(({ status }) => status === 200);
  for (const response of entered) expect(await isSignedIn(await response.json<SessionView>())).toBe(false);
  expect(await devices(changed)).toHaveLength(1);
});

test("a session holder can guess the password at most 25 times an hour", {
  timeout: 60_000,
}, async () => {
  const owner = await makePerson({ passwordHash });
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      refusalOf(change(owner, `guess number ${index}`, "another long password")),
    ),
  );
  expect(guesses.filter((code) => code === "wrong-password")).toHaveLength(25);
  expect(guesses.filter((code) => code === "rate-limited")).toHaveLength(5);
});

test("a hundred devices stay signed in; with another one the one that was used the longest ago is signed out", async () => {
  const owner = await makePerson({ passwordHash });
  const now = Date.now();
  const insert = env.DB.prepare(
    "insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values (?, ?, ?, ?, ?)",
  );
  const older = Array.from({ length: 99 }, (_, index) =>
    insert.bind(`${owner.id}-${index}`, owner.id, now, now - 1_000_000 + index, now + 1_000_000),
  );
  await env.DB.batch(older);
  const added = await addDevice(owner);
  expect(await devices(added)).toHaveLength(100);
  const left = await env.DB.prepare("select token_hash from sessions where user_id = ? order by last_seen_at")
    .bind(owner.id)
    .first("token_hash");
  expect(left).toBe(`${owner.id}-1`);
});
