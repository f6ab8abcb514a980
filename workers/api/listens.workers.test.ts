/** `plays/count` and the two calls of native apps: which listeners are counted, once, and what is stored of them. */
import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppListenerView, ListenView } from "#app/domains/air/stages/contract/stages.ts";
import { minHeardMs } from "#app/domains/air/stages/contract/stages.ts";
import type { StageRoom } from "#durable-objects/room/stage-room.ts";
import { profileRoom } from "#durable-objects/stubs.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { openEar, openPlayer, passTime } from "#tests/helpers/ears.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { answerOf, type RequestOptions, request } from "#tests/helpers/request.ts";
import {
  addPerformer,
  addSet,
  addStage,
  Listener,
  report,
  Uplink,
  until,
  viewer,
} from "#tests/helpers/rooms.ts";

/** The threat is ten thousand replays and a thousand simultaneous calls; a few of each are equivalent. */
const replays = Number(env.COUNT_REPLAYS || 10);

afterEach(() => {
  vi.useRealTimers();
});

let made = 0;
let id: string;
let room: DurableObjectStub<StageRoom>;
beforeEach(async () => {
  id = `listened-${++made}`;
  room = await addStage(id);
  await room.streamChanged(report("stage", id));
});

const count = (options: RequestOptions = {}, body: object = { room: id }) =>
  answerOf<ListenView>(request("/api/plays/count", { body, ...options }));

const app = (call: "start" | "stop", options: RequestOptions = {}, body: object = { setId: id }) =>
  answerOf<AppListenerView>(request(`/api/stats/${call}iOSActiveListener`, { body, ...options }));

async function listeners(): Promise<number> {
  passTime(1_100);
  await runAlarm(room);
  return (await room.onAir()).currentListeners;
}

const listens = async () => {
  const query = env.DB.prepare("select listener from listens where stage_id = ?").bind(id);
  return (await query.all<{ listener: string }>()).results.map(({ listener }) => listener);
};

test("a user who has heard a stage for five seconds counts once, on any number of devices", async () => {
  const [ann, bob] = await Promise.all([makePerson(), makePerson()]);
  const phone = await openEar(`stage/${id}`, { as: ann });
  expect(await count({ as: ann })).toEqual({ counted: false, listenCount: 0 });
  passTime(minHeardMs);
  await openEar(`stage/${id}`, { as: ann, from: "198.51.100.1" });
  expect(await count({ as: ann })).toEqual({ counted: true, listenCount: 1 });
  expect(await count({ as: ann, from: "198.51.100.1" })).toEqual({ counted: false, listenCount: 1 });
  expect(await count({ as: bob })).toEqual({ counted: false, listenCount: 1 });
  phone.close();
  expect(await listens()).toEqual([ann.id]);
});

test("open pages receive the total plays, and new pages load them", async () => {
  const [ann, bob] = await Promise.all([makePerson(), makePerson()]);
  const reader = await Listener.open(room, viewer(null));
  const told = () =>
    reader.events.flatMap(({ event, data }) =>
      event === "room listeners" && data.listenCount !== undefined ? [data.listenCount] : [],
    );
  const look = async () => {
    passTime(2_000);
    await runAlarm(room);
  };
  for (const [as, total] of [
    [ann, 1],
    [bob, 2],
  ] as const) {
    await openEar(`stage/${id}`, { as });
    passTime(minHeardMs);
    await count({ as });
    await look();
    await until(() => told().at(-1) === total);
  }
  // A repeated call changes nothing.
  await count({ as: bob });
  await look();
  expect(told()).toEqual([1, 2]);
  // A row that was too late for the first alarm is included by the second.
  await env.DB.prepare(
    "insert into listens (performance, listener, stage_id, listened_at) values ('late', 'x', ?, 1)",
  )
    .bind(id)
    .run();
  passTime(5_000);
  await runAlarm(room);
  await until(() => told().at(-1) === 3);
  const later = await Listener.open(room, viewer(null));
  expect(await until(() => later.events[0])).toMatchObject({ event: "snapshot", data: { listenCount: 3 } });
});

test("anonymous listens are limited by the concurrent listeners of their network, whatever name they send", async () => {
  const home = "203.0.113.7";
  const two = await Promise.all([
    openEar(`stage/${id}`, { from: home }),
    openEar(`stage/${id}`, { from: home }),
  ]);
  passTime(minHeardMs);
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push((await count({ from: home })).counted);
  expect(answers).toEqual([true, true, false, false]);
  expect(await count({ from: "203.0.113.8" })).toEqual({ counted: false, listenCount: 2 });
  for (const page of two) page.close();
  await openEar(`stage/${id}`, { from: home });
  passTime(minHeardMs);
  expect((await count({ from: home })).counted).toBe(false);
  const names = await listens();
  passTime(24 * 3_600_000);
  await runAlarm(room);
  await openEar(`stage/${id}`, { from: home });
  passTime(minHeardMs);
  expect((await count({ from: home })).counted).toBe(true);
  expect((await listens()).filter((name) => !names.includes(name))).toHaveLength(1);
});

test("a listener who left a moment ago still counts, and one who left a minute ago does not", async () => {
  const [ann, bob] = await Promise.all([makePerson(), makePerson()]);
  const ears = await Promise.all([ann, bob].map((as) => openEar(`stage/${id}`, { as })));
  passTime(minHeardMs);
  await vi.waitUntil(async () => (await listeners()) === 2, { timeout: 4_000 });
  for (const ear of ears) ear.close();
  await vi.waitUntil(async () => (await listeners()) === 0, { timeout: 4_000 });
  passTime(30_000);
  expect((await count({ as: ann })).counted).toBe(true);
  // The count may have reached zero at exactly that time: only after more than a minute is the listener forgotten.
  passTime(30_001);
  expect((await count({ as: bob })).counted).toBe(false);
});

test("listens to a set that is not on air, by crawlers and by the performer are not counted", async () => {
  const now = Date.now();
  const ada = await makePerson();
  await addPerformer(`performer-${id}`);
  await env.DB.prepare("update stages set is_instant = 0 where id = ?").bind(id).run();
  await env.DB.prepare("update ingest_credentials set owner_id = ? where owner_id = ?")
    .bind(ada.id, `performer-${id}`)
    .run();
  await addSet(`set-${id}`, {
    stageId: id,
    performerId: ada.id,
    startsAt: now - 60_000,
    endsAt: now + 600_000,
  });
  await room.refresh();
  await room.streamChanged(report("performer", ada.id, { stream: `stream-performer-${id}` }));
  expect((await room.onAir()).currentSet?.id).toBe(`set-${id}`);
  const ann = await makePerson();
  const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
  await openEar(`stage/${id}`, { as: ann });
  await openEar(`stage/${id}`, { as: ada });
  await openEar(`stage/${id}`, { agent: bot, from: "192.0.2.4" });
  passTime(minHeardMs);
  expect(await listeners()).toBe(1);
  expect((await count({ as: ada })).counted).toBe(false);
  expect((await count({ as: ann, headers: { "user-agent": bot } })).counted).toBe(false);
  expect((await count({ from: "192.0.2.4", headers: { "user-agent": bot } })).counted).toBe(false);
  expect((await count({ as: ann }, { room: id, set: "another" })).counted).toBe(false);
  expect((await count({ as: ann }, { room: id, set: `set-${id}` })).counted).toBe(true);
});

test("repeated and simultaneous calls count one listen, and are limited to sixty a minute", {
  timeout: 3_600_000,
}, async () => {
  const ann = await makePerson();
  await openEar(`stage/${id}`, { as: ann });
  await openEar(`stage/${id}`, { from: "203.0.113.9" });
  passTime(minHeardMs);
  for (const { atOnce, ...options } of [
    { as: ann, atOnce: Math.max(61, replays / 10) },
    { from: "203.0.113.9", atOnce: Math.max(10, replays / 10) },
  ]) {
    const ask = async () => {
      const response = await request("/api/plays/count", { body: { room: id }, ...options });
      return { status: response.status, ...(await response.json<Partial<ListenView>>()) };
    };
    const answers = await Promise.all(Array.from({ length: atOnce }, ask));
    expect(answers.filter(({ counted }) => counted)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(Math.max(0, atOnce - 60));
    passTime(60_000);
    for (let i = 0; i < replays; i++) {
      passTime(1_000);
      expect(await ask()).toMatchObject({ status: 200, counted: false });
    }
  }
  expect(await listens()).toHaveLength(2);
});

test("a native app is one listener from start to stop, combined with its media player", async () => {
  const ann = await makePerson();
  const phone = { from: "198.51.100.20", headers: { "user-agent": "CueApp/1.0 CFNetwork/1490 Darwin/23" } };
  for (let i = 0; i < 3; i++) expect(await app("start", phone)).toEqual({ active: true });
  expect(await listeners()).toBe(1);
  const uplink = await Uplink.open(room, `stream-${id}`);
  const leave = await openPlayer(`stream-${id}`, {
    from: "198.51.100.20",
    agent: "AppleCoreMedia/1.0.0.21A329",
  });
  for (let i = 0; i < 10; i++) {
    uplink.send(10);
    await new Promise((resolve) => setTimeout(resolve, 20));
    passTime(1_000);
  }
  expect(await listeners()).toBe(1);
  await app("start", { ...phone, as: ann });
  await openEar(`stage/${id}`, { as: ann });
  expect(await app("stop", phone)).toEqual({ active: false });
  expect(await listeners()).toBe(1);
  await app("stop", { ...phone, as: ann });
  expect(await listeners()).toBe(2);
  await leave();
  await vi.waitUntil(
    () => {
      // A disconnected player is noticed with the next sound.
      uplink.send(10);
      return listeners().then((count) => count === 1);
    },
    { timeout: 4_000 },
  );
});

test("a native app can name a set, a profile performance or an on-demand stage that is on air", async () => {
  const performer = `live-${id}`;
  await addPerformer(performer);
  await profileRoom(env, performer).streamChanged(report("performer", performer));
  expect(await app("start", {}, { setId: `profile-${performer}`, country: "PT" })).toEqual({ active: true });
  await addSet(`later-${id}`, {
    stageId: id,
    performerId: performer,
    startsAt: Date.now() + 3_600_000,
    endsAt: Date.now() + 7_200_000,
  });
  expect(await app("start", {}, { setId: `later-${id}`, country: null })).toEqual({ active: false });
  for (const setId of ["made up", "profile-made up"]) {
    for (const call of ["start", "stop"])
      expect((await request(`/api/stats/${call}iOSActiveListener`, { body: { setId } })).status).toBe(404);
  }
  for (const body of [
    {},
    { setId: "" },
    { setId: 7 },
    { setId: id, country: "Portugal" },
    { setId: id, country: "pt" },
  ])
    expect((await request("/api/stats/startiOSActiveListener", { body })).status).toBe(400);
  const bot = { headers: { "user-agent": "Twitterbot/1.0" } };
  expect(await app("start", bot)).toEqual({ active: false });
});

test("the salt of anonymous listener names is deleted within a day", async () => {
  await openEar(`stage/${id}`, { from: "203.0.113.1" });
  passTime(minHeardMs);
  await count({ from: "203.0.113.1" });
  const salt = () =>
    runInDurableObject(room, (_, { storage }) =>
      storage.sql.exec<{ json: string }>("select json from memory where name = 'listen-salt'").one(),
    );
  expect((await salt()).json).toContain("performance");
  passTime(24 * 3_600_000);
  await runAlarm(room);
  expect((await salt()).json).toBe("null");
});
