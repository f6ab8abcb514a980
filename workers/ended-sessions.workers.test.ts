/** Sockets at the end of their session (threat 13), and after a block (threat 30). */
import { env, evictDurableObject, runInDurableObject, SELF } from "cloudflare:test";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { hashPassword } from "#app/domains/people/accounts/password.server.ts";
import { hashToken, newToken } from "#app/domains/people/accounts/token.ts";
import { openDb } from "#db/client.ts";
import { sessions } from "#db/schema/index.ts";
import { StageRoom } from "#durable-objects/room/stage-room.ts";
import { lobby } from "#durable-objects/stubs.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { addStage, Listener, report, until } from "#tests/helpers/rooms.ts";
import { operate } from "#tests/helpers/stages.ts";

const origin = "http://localhost:8787";
const password = "a long and good password";
let host: Person;

beforeAll(async () => {
  host = await makePerson({ isPerformer: true });
  await addStage("hall");
  await addStage("crowded");
  // One listener fills the room: further ones are placed on a shard.
  await runInDurableObject(env.STAGE_ROOM.getByName("crowded"), (_, { storage }) => {
    storage.sql.exec("insert into memory (name, json) values ('budget', '1')");
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function connect(path: string, as: Pick<Person, "token">): Promise<WebSocket> {
  const headers = { upgrade: "websocket", origin, cookie: `cue=${as.token}` };
  const response = await SELF.fetch(`${origin}/realtime/${path}`, { headers });
  if (response.webSocket === null) throw new Error(`not upgraded: ${response.status}`);
  return response.webSocket;
}

const listen = async (path: string, as: Pick<Person, "token">) => new Listener(await connect(path, as));

/** Another device of the same user. */
async function makeSession(person: Person): Promise<Pick<Person, "token">> {
  const token = newToken();
  const now = Date.now();
  await openDb(env.DB)
    .insert(sessions)
    .values({
      tokenHash: await hashToken(token),
      userId: person.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + 3_600_000,
    });
  return { token };
}

const cheerOn = (owner: Person, as: Person, status: number) =>
  answerOf(request("/api/sets/cheer", { as, body: { dj: owner.id } }), status);

/** A socket whose messages and close code are recorded. */
async function watch(path: string, as: Pick<Person, "token">) {
  const socket = await connect(path, as);
  const seen = { heard: [] as unknown[], closeCode: undefined as number | undefined };
  socket.addEventListener("message", ({ data }) => {
    seen.heard.push(JSON.parse(String(data)));
  });
  socket.addEventListener("close", ({ code }) => {
    seen.closeCode = code;
  });
  socket.accept();
  return seen;
}

const ways: [name: string, end: (person: Person) => Promise<unknown>][] = [
  ["logs out", (person) => answerOf(request("/api/users/logout", { as: person, body: {} }))],
  ["is banned", (person) => operate("ban", { user: person.id })],
  [
    "changes the password",
    (person) =>
      answerOf(
        request("/api/users/changePassword", {
          as: person,
          body: { current: password, new: "another good password", retype: "another good password" },
        }),
      ),
  ],
  [
    "deletes the account",
    (person) =>
      answerOf(
        request("/api/users/deleteAccount", { as: person, body: { username: person.username, password } }),
      ),
  ],
];

test.each(ways)(
  "a user who %s loses all sockets within five seconds and can neither send nor receive",
  async (_, end) => {
    const person = await makePerson({ passwordHash: hashPassword(password), isPerformer: true });
    const bystander = await listen("stage/hall", host);
    const first = await listen("stage/crowded", host);
    const rooms = [
      await listen("stage/hall", person),
      await listen("stage/crowded", person),
      await listen(`profile/${person.id}`, person),
      await listen(`profile/${host.id}`, person),
    ];
    const pages = [await watch("lobby", person), await watch("inbox", person)];
    const [inHall, onShard] = rooms;
    if (!inHall || !onShard) throw new Error("two rooms");
    expect(await inHall.say("before", "before")).toMatchObject({ event: "ack" });
    expect(await onShard.say("before", "before on a shard")).toMatchObject({ event: "ack" });
    await first.event("room message", ({ data }) => data.userId === person.id);
    await evictDurableObject(env.STAGE_ROOM.getByName("hall"));

    await end(person);
    for (const socket of [...rooms, ...pages])
      expect(await until(() => socket.closeCode, 5_000)).toBeGreaterThanOrEqual(4401);
    const heard = rooms.map(({ events }) => events.length);
    const shown = JSON.stringify(pages);
    const home = await watch("lobby", host);
    await until(() => home.heard.length > 0);
    await bystander.say(`a secret of ${person.id}`);
    await first.say(`another secret of ${person.id}`);
    const before = home.heard.length;
    await lobby(env).upcomingChanged();
    await bystander.event("room message", ({ data }) => data.message.startsWith("a secret"));
    await until(() => JSON.stringify(home.heard.slice(before)).includes("upcoming changed"));
    expect(rooms.map(({ events }) => events.length)).toEqual(heard);
    expect(JSON.stringify(pages)).toBe(shown);
    expect(
      bystander.events.filter(({ data }) => "userId" in data && data.userId === person.id).length,
    ).toBeLessThanOrEqual(1);
    bystander.close();
    first.close();
  },
);

test("ending one session keeps the sockets of other sessions", async () => {
  const person = await makePerson();
  const phone = await makeSession(person);
  const [here, there] = [await listen("stage/hall", person), await listen("stage/hall", phone)];
  await answerOf(request("/api/users/logout", { as: person, body: {} }));
  expect(await until(() => here.closeCode, 5_000)).toBe(4401);
  expect(await there.say("still here")).toMatchObject({ event: "ack" });
});

test("a socket that opens while its session ends is closed", async () => {
  const person = await makePerson();
  vi.spyOn(StageRoom.prototype, "fetch").mockImplementationOnce(async function (this: StageRoom, upgrade) {
    await answerOf(request("/api/users/logout", { as: person, body: {} }));
    return this.fetch(upgrade);
  });
  const socket = await listen("stage/hall", person);
  expect(await until(() => socket.closeCode, 5_000)).toBe(4401);
});

test("a message in transit when its sender is dropped is stored completely or not at all", async () => {
  const person = await makePerson();
  const socket = await listen("stage/hall", person);
  const bystander = await listen("stage/hall", host);
  await socket.event("snapshot");
  for (let i = 0; i < 3; i++)
    socket.sendRaw(JSON.stringify({ event: "roomChat", id: `m${i}`, data: { msg: `racing ${i}` } }));
  await operate("ban", { user: person.id });
  await until(() => socket.closeCode, 5_000);
  const late = await listen("stage/hall", host);
  const stored = (await late.event("snapshot")).data.messages.filter(({ userId }) => userId === person.id);
  // A message may be stored just after the snapshot: then the late listener must have received it as an event.
  const toldOf = ({ events }: typeof late) =>
    events.filter(({ data }) => "userId" in data && data.userId === person.id).length;
  await until(() => toldOf(bystander) === stored.length + toldOf(late));
  expect(
    (
      await SELF.fetch(`${origin}/realtime/inbox`, {
        headers: { upgrade: "websocket", origin, cookie: `cue=${person.token}` },
      })
    ).status,
  ).toBe(401);
});

test("a blocked user can neither write nor cheer on the performer's profile, by socket or by call", async () => {
  const [owner, troll] = [await makePerson({ isPerformer: true }), await makePerson()];
  const room = env.PROFILE_ROOM.getByName(owner.id);
  await room.streamChanged(report("performer", owner.id));
  const socket = await listen(`profile/${owner.id}`, troll);
  expect(await socket.send("profileChat", { msg: "hello" })).toMatchObject({ event: "ack" });
  await answerOf(request("/api/users/blockUser", { as: owner, body: { block: troll.id } }));
  const refused = { code: "not-welcome", error: "You cannot contact this person." };
  expect(await socket.send("profileChat", { msg: "hello again" })).toMatchObject(refused);
  const again = await listen(`profile/${owner.id}`, troll);
  expect(await again.send("profileChat", { msg: "and again" })).toMatchObject(refused);
  expect(await again.send("listen", { class: "normal" })).toMatchObject({ event: "ack" });
  expect(await cheerOn(owner, troll, 403)).toMatchObject(refused);
  await answerOf(request("/api/users/unblockUser", { as: owner, body: { unblock: troll.id } }));
  expect(await socket.send("profileChat", { msg: "thank you" })).toMatchObject({ event: "ack" });
  expect(await cheerOn(owner, troll, 200)).toMatchObject({ cheerCount: 1 });
});
