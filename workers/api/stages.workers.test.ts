import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { SetRequestAnswer } from "#app/domains/air/sets/contract/requests.ts";
import type { RoomView } from "#app/domains/air/sets/contract/room.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makePlay, makeSet, makeStage, operate } from "#tests/helpers/stages.ts";

test("a stage is found by id or custom URL, with its lineup and managers and without secrets", async () => {
  const [manager, performer, listener] = await Promise.all([makePerson(), makePerformer(), makePerson()]);
  const stage = await makeStage(manager, { name: "Café Noir" });
  expect(stage.customUrl).toBe("cafe-noir");
  const later = await makeSet(stage, performer, 7_200_000);
  const sooner = await makeSet(stage, performer, 3_500_000);
  for (const room of [stage.id, "cafe-noir"]) {
    const view = await answerOf<RoomView>(request("/api/rooms/getRoom", { as: listener, body: { room } }));
    expect(view).toMatchObject({
      id: stage.id,
      _id: stage.id,
      name: "Café Noir",
      instant: false,
      online: false,
    });
    expect(view.lineup.map((set) => set.id)).toEqual([sooner.id, later.id]);
    expect(view.nextDj?.username).toBe(performer.username);
    expect(view.managers).toEqual([
      { id: manager.id, _id: manager.id, username: manager.username, profile: null, wornBadge: null },
    ]);
    expect(JSON.stringify(view)).not.toContain(stage.mount);
  }
  const set = await answerOf<SetView>(
    request("/api/sets/getSet", { as: listener, body: { set: sooner.id } }),
  );
  expect(set).toMatchObject({ room: { id: stage.id, name: "Café Noir" }, user: { id: performer.id } });
  const upcoming = await answerOf<SetView[]>(request("/api/sets/getUpcomingSets", { as: listener }));
  const here = upcoming.filter(({ room }) => room?.id === stage.id);
  expect(here.map(({ id }) => id)).toEqual([sooner.id, later.id]);
});

test("a stage includes its members with roles, its awards, and pending requests for managers only", async () => {
  const [manager, performer, listener] = await Promise.all([makePerson(), makePerformer(), makePerson()]);
  const stage = await makeStage(manager);
  const ask = (path: string, body: object, as = manager) =>
    answerOf<SetRequestAnswer>(request(path, { as, body: { room: stage.id, ...body } }));
  const { id: role } = await ask("/api/roomMembers/addRole", { role: "Resident" });
  await ask("/api/roomMembers/addMember", { user: performer.id, role });
  const start = (Math.floor(Date.now() / 3_600_000) + 5) * 3_600_000;
  const slot = { dj: performer.id, start, end: start + 3_600_000, name: "Soon", timeZone: "UTC" };
  const waiting = await ask("/api/setRequests/request", slot, performer);
  const read = (as: typeof manager) =>
    answerOf<RoomView>(request("/api/rooms/getRoom", { as, body: { room: stage.id } }));
  const shown = {
    memberCount: 1,
    members: [{ user: { id: performer.id }, role: { id: role, role: "Resident" } }],
    roles: [{ id: role, role: "Resident" }],
    awards: [],
  };
  expect(await read(manager)).toMatchObject({ ...shown, requests: [{ id: waiting.id }] });
  for (const other of [performer, listener])
    expect(await read(other)).toMatchObject({ ...shown, requests: [] });
});

test("a subscription counts once and affects only the caller", async () => {
  const [manager, listener, other] = await Promise.all([makePerson(), makePerson(), makePerson()]);
  const { id: room } = await makeStage(manager);
  const call = (name: string, as = listener) =>
    answerOf<StageView>(request(`/api/rooms/${name}`, { as, body: { room } }));
  expect(await call("subscribe")).toMatchObject({ subscribed: true, alert: true, subscriberCount: 1 });
  await Promise.all(Array.from({ length: 10 }, () => call("subscribe")));
  expect(await call("getRoom", other)).toMatchObject({ subscribed: false, subscriberCount: 1 });
  const mine = await answerOf<StageView[]>(request("/api/rooms/getSubscribed", { as: listener }));
  expect(mine.map(({ id }) => id)).toEqual([room]);
  expect(await answerOf<StageView[]>(request("/api/rooms/getSubscribed", { as: other }))).toEqual([]);
  expect(await call("unsubscribe")).toMatchObject({ subscribed: false, subscriberCount: 0 });
  const missing = await request("/api/rooms/subscribe", { as: listener, body: { room: "nowhere" } });
  expect(missing.status).toBe(404);
});

test("only a manager can reset the key of an on-demand stage, and other users get a 404", async () => {
  const [manager, other] = await Promise.all([makePerson(), makePerson()]);
  const stage = await makeStage(manager, { instant: true });
  const body = { room: stage.id };
  const read = () => answerOf<typeof stage>(request("/api/media/stageConnection", { as: manager, body }));
  expect(await read()).toMatchObject({ mount: stage.mount, password: stage.password });
  const reset = await answerOf<{ instantPrivate: string; mount: string; password: string }>(
    request("/api/rooms/generateInstantPrivate", { as: manager, body }),
  );
  expect(reset.instantPrivate).toBe(reset.mount);
  expect(reset.mount).not.toBe(stage.mount);
  expect(reset.password).not.toBe(stage.password);
  expect(await read()).toMatchObject({ mount: reset.mount, password: reset.password });
  const rows = await env.DB.prepare(
    "select mount, stream_id as stream from ingest_credentials where owner_id = ?",
  )
    .bind(stage.id)
    .all();
  expect(rows.results).toEqual([{ mount: reset.mount, stream: stage.stream }]);

  for (const path of ["/api/media/stageConnection", "/api/rooms/generateInstantPrivate"]) {
    const foreign = await request(path, { as: other, body });
    const missing = await request(path, { as: other, body: { room: "nowhere" } });
    expect(foreign.status).toBe(404);
    expect(await foreign.json()).toEqual(await missing.json());
  }
  expect((await answerOf<StageView[]>(request("/api/rooms/getManaging", { as: manager })))[0]?.id).toBe(
    stage.id,
  );
  expect(await answerOf<StageView[]>(request("/api/rooms/getManaging", { as: other }))).toEqual([]);
});

test("only one of many simultaneous bookings of a slot succeeds", async () => {
  const [manager, performer] = await Promise.all([makePerson(), makePerformer()]);
  const stage = await makeStage(manager);
  const attempts = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => makeSet(stage, performer, 3_600_000 + index * 1_000)),
  );
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const touching = await answerOf<SetView[]>(
    request("/api/rooms/getLineup", { as: manager, body: { room: stage.id } }),
  );
  const end = touching[0]?.endTime ?? 0;
  const body = { stage: stage.id, performer: performer.id, start: end, end: end + 60_000, name: "Next" };
  await operate("create-set", body);
});

test("cheers and listens do not count while no one performs, and unknown rooms are not created", async () => {
  const [manager, listener] = await Promise.all([makePerson(), makePerson()]);
  const { id: room } = await makeStage(manager);
  const cheer = await request("/api/sets/cheer", { as: listener, body: { room } });
  expect(await cheer.json()).toMatchObject({ code: "not-live" });
  const listen = await answerOf<unknown>(request("/api/plays/count", { body: { room } }));
  expect(listen).toEqual({ counted: false, listenCount: 0 });
  for (const path of ["/api/sets/cheer", "/api/plays/count"]) {
    expect((await request(path, { as: listener, body: { room: "made up" } })).status).toBe(404);
    expect((await request(path, { as: listener, body: { dj: "made up" } })).status).toBe(404);
    expect((await request(path, { as: listener, body: {} })).status).toBe(400);
  }
});

test("a stage lists its played tracks with their counts", async () => {
  const [manager, performer, listener] = await Promise.all([makePerson(), makePerformer(), makePerson()]);
  const stage = await makeStage(manager);
  const { trackId, playId } = await makePlay({ stageId: stage.id, performerId: performer.id });
  await answerOf(
    request("/api/favorites/favorite", { as: listener, body: { track: trackId, trackHistory: playId } }),
  );
  const body = { room: stage.id };
  const plays = await answerOf<unknown[]>(
    request("/api/trackHistory/getLatestRoomTracks", { as: listener, body }),
  );
  expect(plays).toMatchObject([
    {
      id: playId,
      _id: playId,
      track: { id: trackId },
      favoriteCount: 1,
      dj: { id: performer.id },
      room: { id: stage.id },
    },
  ]);
});
