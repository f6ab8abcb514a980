import { env, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { AppContext } from "#app/context.ts";
import { tapePrefix } from "#app/domains/air/replays/tape-index.ts";
import { finishErasures } from "#app/domains/people/accounts/erase.server.ts";
import { Inbox } from "#durable-objects/inbox/inbox.ts";
import { StageRoom } from "#durable-objects/room/stage-room.ts";
import { Tape } from "#durable-objects/tape/tape.ts";
import { type FullAccount, makeFullAccount } from "#tests/helpers/full-account.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { until } from "#tests/helpers/rooms.ts";
import { everyObject, everyTable, storageOf, userColumns } from "#tests/helpers/storage.ts";
import { createAppContext } from "../context.ts";

const hourMs = 3_600_000;

afterEach(() => {
  vi.restoreAllMocks();
});

const deleteAccount = ({ person, password }: FullAccount) =>
  answerOf(
    request("/api/users/deleteAccount", { as: person, body: { username: person.username, password } }),
  );

function contextAt(passedMs = 0, change: Partial<AppContext> = {}): AppContext {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null);
  return { ...ctx, clock: { now: () => Date.now() + passedMs }, ...change };
}

const erasureOf = (id: string) =>
  env.DB.prepare("select done_at as doneAt, attempts from erasures where user_id = ?")
    .bind(id)
    .first<{ doneAt: number | null; attempts: number }>();

const isErased = (id: string) =>
  vi.waitFor(async () => expect((await erasureOf(id))?.doneAt).toEqual(expect.any(Number)), {
    timeout: 20_000,
  });

/** Returns where any of these texts is stored: in D1, in an object, in R2. */
async function findTraces(names: Record<string, string[]>, texts: string[]): Promise<string[]> {
  const places: { place: string; text: string }[] = [];
  for (const { table, text } of await everyTable()) places.push({ place: table, text });
  for (const { object, stub } of await everyObject(names))
    places.push({ place: object, text: await storageOf(stub) });
  for (const bucket of ["PICTURES", "TAPES"] as const)
    for (const { key } of (await env[bucket].list()).objects)
      places.push({ place: bucket, text: `${key} ${await (await env[bucket].get(key))?.text()}` });
  return places.flatMap(({ place, text }) =>
    texts.flatMap((wanted) => {
      const at = text.indexOf(wanted);
      return at < 0 ? [] : [`${place}: …${text.slice(Math.max(0, at - 120), at + 60)}…`];
    }),
  );
}

/** Runs the alarms of every object. */
async function runAlarms(names: Record<string, string[]>): Promise<void> {
  for (const { stub } of await everyObject(names)) await runDurableObjectAlarm(stub);
}

test("a deletion leaves no data of the account in the database, objects or pictures", async () => {
  const account = await makeFullAccount("narwhal");
  const { person, fan, manager, sockets, stages, stagePlay } = account;
  const names = {
    ...account.names,
    LOBBY: ["lobby"],
    MEDIA_GATEWAY: ["gateway"],
    REFERENCE_SHARD: ["0"],
  };
  await answerOf(request("/api/users/export", { as: person }));
  const texts = [account.canary, person.id];
  // The test requires existing data: a new column that can name a user has to be filled.
  for (const column of await userColumns()) {
    if (column === "erasures.user_id") continue;
    const [table, name] = column.split(".");
    const { results } = await env.DB.prepare(`select 1 from "${table}" where "${name}" = ? limit 1`)
      .bind(person.id)
      .all();
    expect(results, `${column} has nothing of the account`).toHaveLength(1);
  }
  const before = await findTraces(names, texts);
  for (const place of [
    "STAGE_ROOM",
    "PROFILE_ROOM",
    "LOBBY",
    "INBOX",
    "CONVERSATION",
    "DELIVERIES",
    "MEDIA_GATEWAY",
    "SOUND_CHECK",
    "WALLET",
    "PICTURES",
    "TAPES",
  ])
    expect(
      before.some((trace) => trace.startsWith(place)),
      place,
    ).toBe(true);

  await deleteAccount(account);
  for (const socket of sockets.own) expect(await until(() => socket.closeCode, 5_000)).toBeGreaterThan(4400);
  await sockets.fan.event("message deleted");
  await sockets.fan.event("room set", ({ data }) => !data.online && data.currentDj === null);
  await isErased(person.id);
  const evicted = [
    env.STAGE_ROOM.getByName(stages.club),
    env.PROFILE_ROOM.getByName(fan.id),
    env.LOBBY.getByName("lobby"),
  ];
  for (const object of evicted) await evictDurableObject(object);
  await runAlarms(names);
  await finishErasures(contextAt(2 * hourMs), 20);
  expect(await erasureOf(person.id)).toBeNull();
  // A copy of a wallet that was under way is replaced by the next one, a second later.
  await vi.waitFor(
    async () => {
      await runAlarms(names);
      expect(await findTraces(names, texts)).toEqual([]);
    },
    { timeout: 10_000, interval: 500 },
  );
  expect((await env.TAPES.list({ prefix: "live-peaks/" })).objects).toEqual([]);

  // Shared data is still there, without their name.
  const acts = env.DB.prepare("select reason from token_acts where reason like 'Tips%'");
  expect(await acts.first("reason")).toBe("Tips (deleted account) in circles");
  const asked = env.DB.prepare("select reason from token_acts where reason like 'Asked%'");
  const reasons = (await asked.all<{ reason: string }>()).results.map(({ reason }) => reason);
  expect(reasons).toEqual(Array(3).fill("Asked by (deleted account), twice"));
  expect(
    await env.DB.prepare("select performer_id, track_id from plays where id = ?")
      .bind(stagePlay.playId)
      .first(),
  ).toEqual({ performer_id: null, track_id: stagePlay.trackId });
  const listens = env.DB.prepare("select count(*) as n from listens where stage_id = ?").bind(stages.club);
  expect(await listens.first("n")).toBe(2);
  const heard = env.DB.prepare("select count(*) as n from replay_listens");
  expect(await heard.first("n")).toBe(1);
  const notices = await env.INBOX.getByName(manager.id).notices();
  expect(notices).toMatchObject([
    { kind: "booking", message: expect.stringMatching(/^The set on Test stage at .* UTC was cancelled: /) },
  ]);
  await sockets.fan.say("life goes on");
  expect(await request(`/api/rooms/getRoom`, { as: fan, body: { room: stages.club } })).toMatchObject({
    status: 200,
  });
}, 120_000);

test("failed steps for an object, a picture or a room are retried until the erasure is complete", async () => {
  const account = await makeFullAccount("pangolin");
  const { id } = account.person;
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const inboxAway = vi.spyOn(Inbox.prototype, "erase").mockRejectedValue(new Error("restarting"));
  const roomAway = vi.spyOn(StageRoom.prototype, "forgetUser").mockRejectedValueOnce(new Error("restarting"));
  await deleteAccount(account);
  await vi.waitFor(async () => expect((await erasureOf(id))?.attempts).toBe(3), {
    timeout: 30_000,
    interval: 500,
  });
  expect(roomAway.mock.calls.length).toBeGreaterThan(2);
  expect((await erasureOf(id))?.doneAt).toBeNull();
  inboxAway.mockRestore();
  roomAway.mockRestore();

  await env.DB.prepare(
    "insert into pictures (id, owner_id, kind, width, height, created_at) values ('late-picture-123456789', ?, 'profile', 1, 1, 1)",
  )
    .bind(id)
    .run();
  const pictures = { ...contextAt().pictures, remove: () => Promise.reject(new Error("R2 is away")) };
  await finishErasures(contextAt(0, { pictures }), 20);
  expect(await erasureOf(id)).toEqual({ doneAt: null, attempts: 4 });
  await finishErasures(contextAt(), 20);
  expect((await erasureOf(id))?.doneAt).toEqual(expect.any(Number));
  await finishErasures(contextAt(), 20);
  expect(await erasureOf(id)).not.toBeNull();
  await finishErasures(contextAt(2 * hourMs), 20);
  expect(await erasureOf(id)).toBeNull();
  expect(await env.INBOX.getByName(id).notices()).toEqual([]);
  const { results } = await env.DB.prepare("select * from pictures where owner_id = ?").bind(id).all();
  expect(results).toEqual([]);
}, 120_000);

test("replays are out of reach at once, and their files are deleted when the tape is back", async () => {
  const account = await makeFullAccount("gibbon");
  const { id } = account.person;
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const replay = (await rowsOf(id, "ready"))[0]?.id ?? "";
  const tapeAway = vi.spyOn(Tape.prototype, "erase").mockRejectedValue(new Error("restarting"));
  await deleteAccount(account);
  await vi.waitFor(async () => expect((await erasureOf(id))?.attempts).toBe(3), {
    timeout: 30_000,
    interval: 500,
  });
  expect(await rowsOf(id)).toContainEqual({ id: replay, status: "deleted" });
  expect(await rowsOf(id, "ready")).toEqual([]);
  tapeAway.mockRestore();
  await finishErasures(contextAt(), 20);
  expect((await erasureOf(id))?.doneAt).toEqual(expect.any(Number));
  expect(await rowsOf(id)).toEqual([]);
  expect((await env.TAPES.list({ prefix: tapePrefix(replay) })).objects).toEqual([]);
}, 120_000);

async function rowsOf(performerId: string, status?: string) {
  const { results } = await env.DB.prepare("select id, status from replays where performer_id = ?")
    .bind(performerId)
    .all<{ id: string; status: string }>();
  return results.filter((row) => status === undefined || row.status === status);
}

test("operators are notified of a stage that lost its only manager", async () => {
  const operator = await makePerson({ isOperator: true });
  const account = await makeFullAccount("ocelot");
  await deleteAccount(account);
  await isErased(account.person.id);
  expect(await env.INBOX.getByName(operator.id).notices()).toMatchObject([
    { message: "Test stage no longer has a manager: the last one deleted their account." },
  ]);
});

test("an erasure of a plan that names the account's own places is completed", async () => {
  const { id } = await makePerson();
  const plan = { rooms: [`inbox/${id}`, `profile/${id}`], sets: [], stages: [], mail: "none" };
  await env.DB.prepare("delete from users where id = ?").bind(id).run();
  await env.DB.prepare("insert into erasures (user_id, requested_at, plan, attempts) values (?, 0, ?, 9)")
    .bind(id, JSON.stringify(plan))
    .run();
  await finishErasures(contextAt(), 20);
  expect((await erasureOf(id))?.doneAt).toEqual(expect.any(Number));
});
