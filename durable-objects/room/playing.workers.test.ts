/** Managers of an on-demand stage name its performer, who is credited for the broadcast. */
import { env } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheerView } from "#app/domains/air/stages/contract/cheers.ts";
import type { MemberView } from "#app/domains/air/stages/contract/members.ts";
import type { PlayersView } from "#app/domains/air/stages/contract/playing.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, report as reportOf, Uplink, viewer } from "#tests/helpers/rooms.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { inbox, lobby, profileRoom, stageRoom } from "../stubs.ts";

let manager: Person;
let ada: Person;
let ben: Person;
let stage: { id: string; stream: string };

const ask = <Answer>(path: string, as: Person, body: object, status = 200) =>
  answerOf<Answer>(request(`/api/${path}`, { as, body: { room: stage.id, ...body } }), status);
const allow = (as: Person, isAllowed = true) => ask("roomMembers/allowNaming", as, { allow: isAllowed });
const name = (user: Person | null, status = 200) =>
  ask<PlayersView & { code: string }>("rooms/setPerformer", manager, { user: user?.id ?? null }, status);
const room = () => stageRoom(env, stage.id);
const onAir = async () => (await room().onAir()).currentDj?.username ?? null;
const report = (change = {}) => reportOf("stage", stage.id, { stream: stage.stream, ...change });

/** Longer than any step here takes on a busy machine. */
const patience = { timeout: 15_000 };

function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

/** Reads rows of D1 once the room's outbox is empty. */
async function rows<Row>(sql: string, isDone: (rows: Row[]) => boolean): Promise<Row[]> {
  let results: Row[] = [];
  await vi.waitUntil(async () => {
    await runAlarm(room());
    ({ results } = await env.DB.prepare(sql).bind(stage.id).all<Row>());
    return isDone(results);
  }, patience);
  return results;
}

beforeEach(async () => {
  [manager, ada, ben] = await Promise.all([makePerson(), makePerformer(), makePerformer()]);
  stage = await makeStage(manager, { instant: true });
  for (const { id } of [ada, ben]) await ask("roomMembers/addMember", manager, { user: id });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a manager can credit only performers who agreed, until they withdraw the agreement", async () => {
  const stranger = await makePerformer();
  expect((await name(ada, 409)).code).toBe("naming-not-allowed");
  expect((await name(stranger, 409)).code).toBe("naming-not-allowed");
  await ask("roomMembers/allowNaming", stranger, { allow: true }, 404);
  // A manager who is not a performer cannot be credited.
  expect((await name(manager, 409)).code).toBe("not-a-performer");
  await ask("rooms/setPerformer", ada, { user: ada.id }, 404);

  await room().streamChanged(report());
  await allow(ada);
  expect((await name(ada)).performer).toMatchObject({ id: ada.id });
  expect(await onAir()).toBe(ada.username);
  const own = await ask<MemberView[]>("roomMembers/getMembers", ada, {});
  expect(own.map(({ allowsNaming }) => allowsNaming)).toEqual([true, undefined]);

  await allow(ada, false);
  expect(await onAir()).toBeNull();
  expect((await ask<PlayersView>("rooms/getPerformers", manager, {})).performer).toBeNull();
  expect((await name(ada, 409)).code).toBe("naming-not-allowed");

  // Leaving the membership withdraws it as well.
  await allow(ben);
  await name(ben);
  expect(await onAir()).toBe(ben.username);
  await ask("roomMembers/leaveMember", ben, {});
  expect(await onAir()).toBeNull();
});

test("a manager who performs can be credited, and the credit stays for the next broadcast", async () => {
  manager = await makePerformer();
  stage = await makeStage(manager, { instant: true });
  expect((await name(manager)).performer).toMatchObject({ id: manager.id });
  await room().streamChanged(report());
  expect(await onAir()).toBe(manager.username);
  await room().streamChanged(report({ state: "down", disconnectedAt: Date.now() }));
  pass(60_000);
  // An alarm that was due already may be running, and would be the only one that is run.
  await vi.waitFor(async () => {
    await runAlarm(room());
    expect((await room().onAir()).online).toBe(false);
  }, patience);
  await room().streamChanged(report());
  expect(await onAir()).toBe(manager.username);
  expect((await name(null)).performer).toBeNull();
  expect(await onAir()).toBeNull();

  // A booking stage uses sets instead, and forgets the name.
  await name(manager);
  await ask("rooms/update", manager, { instant: false });
  await name(manager, 400);
  await ask("rooms/update", manager, { instant: true });
  expect((await ask<PlayersView>("rooms/getPerformers", manager, {})).performer).toBeNull();
});

test("a changed credit starts a new broadcast in continuous sound, each with its own data", async () => {
  await Promise.all([allow(ada), allow(ben)]);
  await name(ada);
  const fan = await makePerson();
  const listener = await Listener.open(room(), viewer(fan.id));
  await listener.send("listen", { class: "live" });
  await room().streamChanged(report({ title: { artist: "A", title: "One", at: Date.now() } }));
  const uplink = await Uplink.open(room(), stage.stream);
  await listener.event("new track", ({ data }) => data.title === "One");
  const stop = uplink.play();
  await vi.waitUntil(() => listener.packets.length > 20, patience);
  await name(ben);
  const changed = await listener.event("room set", ({ data }) => data.currentDj?.id === ben.id);
  expect(changed.data.currentUrl).toBe(`/live/${stage.stream}`);
  await room().streamChanged(report({ title: { artist: "B", title: "Two", at: Date.now() } }));
  await listener.event("new track", ({ data }) => data.title === "Two");
  const upTo = listener.packets.length + 20;
  await vi.waitUntil(() => listener.packets.length > upTo, patience);
  stop();
  expect(uplink.closeCode).toBeUndefined();
  // Every packet, in order, from the same stream.
  const [first] = listener.packets;
  expect(listener.packets.map(({ seq }) => seq)).toEqual(
    listener.packets.map((_, index) => (first?.seq ?? 0) + index),
  );
  expect(listener.packets.slice(1).some(({ isDiscontinuity }) => isDiscontinuity)).toBe(false);

  await answerOf<CheerView>(request("/api/sets/cheer", { as: fan, body: { room: stage.id } }));
  await room().streamChanged(report({ state: "down", disconnectedAt: Date.now() }));
  pass(60_000);
  const broadcasts = await rows<{ by: string; peak: number; from: number; to: number; performance: string }>(
    `select performer_id as 'by', peak_listeners as peak, started_at as 'from', ended_at as 'to', performance
     from broadcasts where stage_id = ? order by started_at`,
    (found) => found.length === 2 && found.every(({ to }) => to !== null),
  );
  expect(broadcasts.map(({ by, peak }) => [by, peak])).toEqual([
    [ada.id, 1],
    [ben.id, 1],
  ]);
  expect(broadcasts[0]?.to).toBe(broadcasts[1]?.from);
  expect(broadcasts[0]?.performance).not.toBe(broadcasts[1]?.performance);
  const plays = await rows<{ by: string; title: string }>(
    `select performer_id as 'by', title from plays join tracks on tracks.id = track_id
     where stage_id = ? order by played_at, plays.id`,
    (found) => found.length >= 2,
  );
  // What was sent for Ada says nothing about what Ben plays.
  expect(plays).toEqual([
    { by: ada.id, title: "One" },
    { by: ben.id, title: "Two" },
  ]);
  const cheers = await rows<{ by: string }>(
    "select performer_id as 'by' from cheers where stage_id = ?",
    (found) => found.length === 1,
  );
  expect(cheers).toEqual([{ by: ben.id }]);
  const { listens, hours } = await answerOf<{ listens: number; hours: number }>(
    request("/api/djs/stats", { as: ben }),
  );
  expect([listens, hours >= 0]).toEqual([1, true]);
});

test("alternating performers continue their own performances, each with one peak", async () => {
  await Promise.all([allow(ada), allow(ben)]);
  await name(ada);
  await room().streamChanged(report());
  const fan = await Listener.open(room(), viewer("fan"));
  await fan.send("listen", { class: "normal" });
  for (const next of [ben, ada, ben, ada]) {
    pass(60_000);
    await name(next);
  }
  await room().streamChanged(report({ state: "down", disconnectedAt: Date.now() }));
  pass(60_000);
  await rows<{ to: number | null }>(
    "select ended_at as 'to' from broadcasts where stage_id = ?",
    (found) => found.length === 5 && found.every(({ to }) => to !== null),
  );
  for (const as of [ada, ben])
    expect(await answerOf(request("/api/djs/stats", { as }))).toMatchObject({ listens: 1 });
});

test("a credited performer's followers are notified once, and their profile and Home show the stage", async () => {
  const fan = await makePerson();
  await answerOf(request("/api/users/follow", { as: fan, body: { user: ada.id } }));
  await answerOf(request("/api/users/toggleAlert", { as: fan, body: { user: ada.id, alert: true } }));
  const told = async () => (await inbox(env, fan.id).notices()).map(({ message }) => message);
  await Promise.all([allow(ada), allow(ben)]);
  await room().streamChanged(report());
  await runAlarm(room());
  expect(await told()).toEqual([]);
  await name(ada);
  await vi.waitFor(async () => {
    await runAlarm(room());
    expect(await told()).toEqual([`${ada.username} is live on Test stage.`]);
  }, patience);
  const shown = async () =>
    (await lobby(env).live()).find(({ id }) => id === stage.id)?.onAir.currentDj?.username;
  await vi.waitFor(async () => expect(await shown()).toBe(ada.username), patience);
  const profile = await Listener.open(profileRoom(env, ada.id));
  await vi.waitFor(async () => {
    const [snapshot] = profile.events.filter((each) => each.event === "snapshot");
    const latest = profile.events.findLast((each) => each.event === "profile status");
    expect((latest ?? { data: snapshot?.data.profileStatus }).data).toMatchObject({
      live: true,
      room: stage.id,
    });
  }, patience);
  // An alternation within ten minutes sends no notification.
  for (const next of [ben, ada]) {
    await name(next);
    await runAlarm(room());
  }
  await vi.waitFor(async () => expect(await shown()).toBe(ada.username), patience);
  expect(await told()).toHaveLength(1);
});
