import { env, evictDurableObject, listDurableObjectIds, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LiveNews } from "#app/domains/people/notifications/go-live.ts";
import { listAlerted } from "#app/domains/people/notifications/queries/notifications.ts";
import { openDb } from "#db/client.ts";
import { blocks, follows, stageSubscriptions, toggleSettings } from "#db/schema/index.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { planOf, recordingDatabase } from "#tests/helpers/query-plan.ts";
import { addPerformer, addSet, addStage, Listener, report } from "#tests/helpers/rooms.ts";
import { viewer } from "#tests/helpers/socket.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { alerts, inbox, lobbyShard, profileRoom } from "../stubs.ts";

const db = openDb(env.DB);
const noon = Date.parse("2030-05-01T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const at = { createdAt: 0 };
const follow = (person: Person, followingId: string, hasAlert = true) =>
  db.insert(follows).values({ userId: person.id, followingId, hasAlert, ...at });
const subscribe = (person: Person, stageId: string, hasAlert = true) =>
  db.insert(stageSubscriptions).values({ userId: person.id, stageId, hasAlert, ...at });
const told = async (person: Person) => (await inbox(env, person.id).notices()).map(({ message }) => message);

/** Runs the object's due alarms until there are none. */
async function settle(stub: DurableObjectStub): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    vi.setSystemTime(Date.now() + 600);
    if (!(await runDurableObjectAlarm(stub))) return;
  }
}

/** Runs all alert objects. */
async function settleAlerts(): Promise<void> {
  for (const id of await listDurableObjectIds(env.ALERTS)) await settle(env.ALERTS.get(id));
}

test("an alert reaches each follower who wants it once, and no other user", async () => {
  const dee = await makePerformer({ username: "Dee" });
  await addStage("club", { isInstant: false });
  const [fan, both, listener, muted, silent, blocked, blocking, suspended, elsewhere] = await Promise.all(
    ["fan", "both", "listener", "muted", "silent", "blocked", "blocking", "suspended", "elsewhere"].map(
      (username) => makePerson({ username, bannedAt: username === "suspended" ? 1 : null }),
    ),
  );
  if (!fan || !both || !listener || !muted || !silent || !blocked || !blocking || !suspended || !elsewhere)
    throw new Error("somebody is missing");
  const subscriber = await makePerson({ username: "subscriber" });
  for (const person of [fan, both, listener, silent, suspended]) await follow(person, dee.id);
  await follow(muted, dee.id, false);
  for (const person of [both, subscriber, blocked, blocking, dee]) await subscribe(person, "club");
  await subscribe(muted, "club", false);
  await db.insert(toggleSettings).values([
    { userId: silent.id, notifications: false },
    { userId: both.id, roomNotifications: false },
  ]);
  await db.insert(blocks).values([
    { userId: dee.id, blockedId: blocked.id, ...at },
    { userId: blocking.id, blockedId: dee.id, ...at },
  ]);
  await Listener.open(env.STAGE_ROOM.getByName("club"), viewer(listener.id));
  await vi.waitFor(async () =>
    expect(await lobbyShard(env, listener.id).present("stage/club")).toContain(listener.id),
  );

  const news: LiveNews = {
    broadcastId: "first",
    performer: { id: dee.id, username: "Dee" },
    stage: { id: "club", name: "The Club", isTold: true },
    at: Date.now(),
  };
  const run = alerts(env, "stage/club", "first");
  await run.begin("stage/club", news);
  await run.begin("stage/club", news);
  // Recorded; then the object is evicted, and continues where it was.
  await runDurableObjectAlarm(run);
  await evictDurableObject(run);
  await settle(run);
  expect(await told(fan)).toEqual(["Dee is live on The Club."]);
  expect(await told(both)).toEqual(["Dee is live on The Club."]);
  expect(await told(subscriber)).toEqual(["The Club is live with Dee."]);
  for (const person of [dee, listener, muted, silent, blocked, blocking, suspended, elsewhere])
    expect(await told(person)).toEqual([]);
  // Done: it stores nothing.
  await vi.waitFor(async () =>
    expect(await storageOf(alerts(env, "stage/club", "first"))).not.toContain(dee.id),
  );

  // The same run started again because its answer was lost, and another broadcast right after it.
  for (const broadcastId of ["first", "second"]) {
    const again = alerts(env, "stage/club", broadcastId);
    await again.begin("stage/club", { ...news, broadcastId });
    await settle(again);
  }
  expect(await told(both)).toEqual(["Dee is live on The Club."]);
  expect(await told(subscriber)).toEqual(["The Club is live with Dee."]);
});

describe("an encoder", () => {
  test("that reconnects five times sends one alert", async () => {
    await addPerformer("eve");
    const fan = await makePerson();
    await follow(fan, "eve");
    const room = profileRoom(env, "eve");
    for (let turn = 0; turn < 6; turn++) {
      const now = Date.now();
      await room.streamChanged(
        report("performer", "eve", { connection: `c${turn}`, connectedAt: now, firstAudioAt: now }),
      );
      await settle(room);
      expect((await room.onAir()).online).toBe(true);
      await room.streamChanged(
        report("performer", "eve", { state: "down", connection: null, disconnectedAt: Date.now() }),
      );
      vi.setSystemTime(Date.now() + 20_000);
      await settle(room);
      expect((await room.onAir()).online).toBe(false);
      await settleAlerts();
    }
    expect(await told(fan)).toEqual(["name of eve is live."]);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const now = Date.now();
    await room.streamChanged(
      report("performer", "eve", { connection: "later", connectedAt: now, firstAudioAt: now }),
    );
    await settle(room);
    await settleAlerts();
    expect(await told(fan)).toHaveLength(2);
  });

  test("in a set sends an alert with the stage to followers and stage subscribers", async () => {
    await addPerformer("gil");
    const stage = await addStage("bar", { isInstant: false });
    await addSet("tonight", {
      stageId: "bar",
      performerId: "gil",
      startsAt: noon - 1_000,
      endsAt: noon + 3_600_000,
    });
    const [fan, subscriber] = [await makePerson(), await makePerson()];
    await follow(fan, "gil");
    await subscribe(subscriber, "bar");
    await stage.refresh();
    await stage.streamChanged(report("performer", "gil"));
    await settle(stage);
    await settleAlerts();
    expect(await told(fan)).toEqual(["name of gil is live on stage bar."]);
    expect(await told(subscriber)).toEqual(["stage bar is live with name of gil."]);
  });
});

test("followers are read in order of their ids, page by page", async () => {
  const { database, statements } = recordingDatabase();
  await listAlerted(openDb(database), { performerId: "star", stageId: "club" }, { after: "", limit: 1_000 });
  const plans = await Promise.all([...statements].map(planOf));
  expect(plans.flat().filter((step) => /follows/.test(step))).toEqual([
    expect.stringMatching(/SEARCH follows USING INDEX follows_told \(following_id=\? AND user_id>\?\)/),
  ]);
});

test("all recipients are recorded within fifteen seconds and notified once", {
  timeout: 900_000,
}, async () => {
  vi.useRealTimers();
  const many = Number(env.ALERT_FOLLOWERS || 200);
  const star = await makePerformer({ username: "Star" });
  const ids = Array.from({ length: many }, (_, n) => `crowd-${String(n).padStart(6, "0")}`);
  await env.DB.batch([
    env.DB.prepare(
      `insert into users (id, username, username_key, email, email_key, password_hash, created_at)
       select value, value, value, value || '@crowd.test', value || '@crowd.test', '', 0 from json_each(?)`,
    ).bind(JSON.stringify(ids)),
    env.DB.prepare(
      "insert into follows (user_id, following_id, has_alert, created_at) select value, ?2, 1, 0 from json_each(?1)",
    ).bind(JSON.stringify(ids), star.id),
  ]);
  const run = alerts(env, `profile/${star.id}`, "big");
  const begunAt = Date.now();
  const news = { broadcastId: "big", performer: { id: star.id, username: "Star" }, stage: null, at: begunAt };
  await run.begin(`profile/${star.id}`, news);
  await vi.waitFor(async () => expect((await run.waiting()).isGathered).toBe(true), {
    timeout: 15_000,
    interval: 20,
  });
  const writtenMs = Date.now() - begunAt;
  await vi.waitFor(
    async () => expect((await alerts(env, `profile/${star.id}`, "big").waiting()).recipients).toBe(0),
    { timeout: 600_000, interval: 200 },
  );
  const miscounted: [id: string, count: number][] = [];
  for (const id of ids) {
    const { length } = await inbox(env, id).notices();
    if (length !== 1) miscounted.push([id, length]);
    // A process can have only a limited number of open files.
    await evictDurableObject(inbox(env, id));
  }
  expect(miscounted).toEqual([]);
  expect(writtenMs).toBeLessThan(15_000);
});
