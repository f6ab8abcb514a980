/** Changes of a live set by its managers and its performer. */
import { expect, test } from "vitest";
import type { PerformerConnectionView } from "#app/domains/air/media/contract/encoder.ts";
import { ada, beginEveningsInAHall, bob, evening, hall } from "#tests/helpers/evening-in-a-hall.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

beginEveningsInAHall();

test("cancelling the live set ends it, shows the next set, and moves the performer to the profile", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  expect(await evening.isRouted(ada)).toBe(`stage/${hall.id}`);
  await evening.goTo(10);
  await evening.manage("sets/cancel", { set: first, managingRoom: hall.id });
  const { status, nextSet } = await evening.isQuiet(hall);
  expect([status, nextSet?.id]).toEqual(["offline", second]);
  await evening.isOnProfile(ada);
  expect(await evening.isRouted(ada)).toBe(`profile/${ada.id}`);
  expect(await evening.broadcastsOf(ada, 2)).toMatchObject([
    { set_id: first, ended_at: evening.at(10) },
    { stage_id: null, set_id: null, started_at: evening.at(10) },
  ]);
});

test("changing the end of the live set continues the broadcast up to the new end", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.goTo(10);
  await evening.manage("sets/update", { set, start: evening.at(0), end: evening.at(90) });
  await evening.eventually(
    () => evening.onAir(hall),
    ({ endTime }) => endTime === evening.at(90),
  );
  await evening.goTo(35);
  await evening.hears(hall, set);
  await evening.manage("sets/update", { set, start: evening.at(0), end: evening.at(60) });
  await evening.goTo(61.9);
  await evening.hears(hall, set);
  await evening.goTo(62);
  await evening.isQuiet(hall);
  await evening.isOnProfile(ada);
  expect(await evening.broadcastsOf(ada, 2)).toMatchObject([
    { set_id: set, started_at: evening.at(0), ended_at: evening.at(62) },
    { set_id: null, started_at: evening.at(62) },
  ]);
});

test("moving the next set keeps the current performer on for at most two minutes after their end", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  await evening.goTo(29);
  await evening.manage("sets/update", { set: second, start: evening.at(31), end: evening.at(61) });
  for (const minute of [30.5, 31, 31.9]) {
    await evening.goTo(minute);
    const { nextSet } = await evening.hears(hall, first);
    expect([minute, nextSet?.id, nextSet?.startTime]).toEqual([minute, second, evening.at(31)]);
  }
  await evening.goTo(32);
  await evening.isQuiet(hall);
  await evening.isOnProfile(ada);
  expect(await evening.broadcastsOf(ada, 2)).toMatchObject([
    { set_id: first, started_at: evening.at(0), ended_at: evening.at(32) },
    { set_id: null, started_at: evening.at(32) },
  ]);
});

test("moving the next set gives the stage to its performer when they are heard after the new start", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  await evening.goTo(29);
  await evening.manage("sets/update", { set: second, start: evening.at(31), end: evening.at(61) });
  await evening.goTo(31);
  await evening.hears(hall, first);
  await evening.connect(bob);
  await evening.hears(hall, second);
  expect(
    await evening.eventually(
      evening.rows("select set_id, ended_at from broadcasts where stage_id = ? order by started_at", hall.id),
      (rows) => rows.length === 2,
    ),
  ).toMatchObject([{ set_id: first, ended_at: evening.at(31) }, { set_id: second }]);
});

test("converting the stage ends the live set, and on-demand mode carries the stage's own mount", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  expect(await evening.isRouted(ada)).toBe(`stage/${hall.id}`);
  await evening.goTo(5);
  await evening.manage("rooms/update", { room: hall.id, instant: true });
  await evening.isQuiet(hall);
  await evening.isOnProfile(ada);
  expect(await evening.isRouted(ada)).toBe(`profile/${ada.id}`);

  const own = await answerOf<{ mount: string }>(
    request("/api/media/stageConnection", { as: evening.manager, body: { room: hall.id } }),
  );
  await evening.connect(own);
  const { currentSet, currentDj } = await evening.eventually(
    () => evening.onAir(hall),
    ({ status }) => status === "live",
  );
  expect([currentSet, currentDj]).toEqual([null, null]);

  await evening.goTo(10);
  await evening.manage("rooms/update", { room: hall.id, instant: false });
  await evening.isQuiet(hall);
  const again = await evening.book(hall, ada, 10, 40);
  await evening.hears(hall, again);
  await evening.isOnProfile(ada, false);
  expect(await evening.isRouted(ada)).toBe(`stage/${hall.id}`);
  expect(
    await evening.eventually(
      evening.rows("select set_id from broadcasts where stage_id = ? order by started_at", hall.id),
      (rows) => rows.length === 3,
    ),
  ).toEqual([{ set_id: set }, { set_id: null }, { set_id: again }]);
});

test("renewing the performer's key disconnects the old source, and the new one continues the broadcast", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.goTo(5);
  const renew = () =>
    answerOf<PerformerConnectionView>(
      request("/api/liveStreams/generateNewKey", { as: ada, headers: { "x-cue": "1" } }),
    );
  const renewed = await renew();
  expect(await evening.cut()).toBe(ada.mount);
  const status = (wanted: string) =>
    evening.eventually(
      () => evening.onAir(hall),
      (onAir) => onAir.status === wanted,
    );
  await status("reconnecting");
  await evening.goTo(5.1);
  await evening.connect(renewed);
  await status("live");
  await evening.goTo(6);
  const last = await renew();
  expect(await evening.cut()).toBe(renewed.mount);
  // The clock waits for the room, which counts the minute from when it hears of the disconnect.
  await status("reconnecting");
  await evening.goTo(7);
  await evening.isQuiet(hall);
  await evening.connect(last);
  await evening.hears(hall, set);
  expect(await evening.broadcastsOf(ada, 2)).toMatchObject([
    { set_id: set, started_at: evening.at(0) },
    { set_id: set, started_at: evening.at(7), ended_at: null },
  ]);
});
