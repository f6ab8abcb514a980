/** A set that its performer or a manager ends early, while the encoder continues. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import type { StageLogEntry } from "#app/domains/air/stages/contract/manage.ts";
import { inbox } from "#durable-objects/stubs.ts";
import type { Act } from "#tests/helpers/evening.ts";
import { ada, beginEveningsInAHall, bob, evening, hall } from "#tests/helpers/evening-in-a-hall.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

beginEveningsInAHall();

const end = (set: string, as: Person | undefined, status = 200, how = {}) =>
  answerOf<{ code?: string; endTime?: number }>(
    request("/api/sets/end", { as, body: { set, ...how } }),
    status,
  );
const standbyOf = async (act: Act) =>
  (await answerOf<EncoderView>(request("/api/media/encoder", { as: act, body: { mount: act.mount } })))
    .standby;

async function isNowhere(): Promise<void> {
  await evening.isQuiet(hall);
  await evening.isOnProfile(ada, false);
}

test("when its performer ends a set, the stage goes off air and its running encoder does not restart it", async () => {
  const set = await evening.book(hall, ada, 0, 60);
  const next = await evening.book(hall, bob, 60, 90);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.goTo(10);
  expect(await end(set, ada)).toMatchObject({
    type: "confirm",
    message: "Set ended",
    endTime: evening.at(10),
  });
  expect((await evening.isQuiet(hall)).nextSet?.id).toBe(next);
  expect(await standbyOf(ada)).toMatchObject({ isOn: true, reason: "ended", set: { id: set } });
  for (const minute of [10.5, 13, 45]) {
    await evening.goTo(minute);
    await isNowhere();
  }
  await evening.disconnect(ada);
  await evening.goTo(45.5);
  await evening.connect(ada);
  await isNowhere();
  expect(await evening.broadcastsOf(ada, 1)).toMatchObject([{ set_id: set, ended_at: evening.at(10) }]);

  await answerOf(request("/api/media/standby", { as: ada, body: { isOn: false } }));
  await evening.isOnProfile(ada);
});

test("a reconnecting encoder does not restart an ended set, and the next set starts normally", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  const next = await evening.book(hall, ada, 60, 90);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.goTo(10);
  await evening.disconnect(ada);
  await end(set, ada);
  await evening.goTo(10.1);
  await evening.connect(ada);
  await isNowhere();
  await evening.goTo(60);
  await evening.hears(hall, next);
});

test("when a manager ends a set, its performer is notified and the stage log names the manager", async () => {
  const set = await evening.book(hall, ada, 0, 60);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.goTo(10);
  await end(set, evening.manager);
  await isNowhere();
  const notices = await inbox(env, ada.id).notices();
  expect(notices.map(({ message }) => message)).toContain("Your set “From 0 to 60” was ended early.");
  const log = await answerOf<{ items: StageLogEntry[] } | StageLogEntry[]>(
    request("/api/rooms/getLog", { as: evening.manager, body: { room: hall.id } }),
  );
  expect(JSON.stringify(log)).toContain("set-ended");
});

test("a manager who skips a set starts the next one now, if it was to start within an hour", async () => {
  const set = await evening.book(hall, ada, 0, 60);
  const next = await evening.book(hall, bob, 60, 90);
  const later = await evening.book(hall, ada, 180, 200);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.goTo(40);
  await evening.connect(bob);
  expect(await end(set, evening.manager, 200, { startNext: true })).toMatchObject({
    message: "“From 60 to 90” starts now",
    endTime: evening.at(40),
  });
  await evening.hears(hall, next);
  const notices = await inbox(env, bob.id).notices();
  expect(notices[0]?.message).toContain("“From 60 to 90” was moved to");
  await evening.goTo(50);
  expect(await end(next, evening.manager, 200, { startNext: true })).toMatchObject({ message: "Set ended" });
  expect((await evening.isQuiet(hall)).nextSet).toMatchObject({ id: later, startTime: evening.at(180) });
});

test("a performer whom a manager kicks is disconnected, told, and heard by no one when they reconnect", async () => {
  const set = await evening.book(hall, ada, 0, 60);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.goTo(10);
  for (const how of [{ kick: true }, { startNext: true }]) await end(set, ada, 404, how);
  await end(set, evening.manager, 200, { kick: true });
  await isNowhere();
  const view = () =>
    answerOf<EncoderView>(request("/api/media/encoder", { as: ada, body: { mount: ada.mount } }));
  expect((await view()).encoder).toBe(false);
  await evening.goTo(10.3);
  await evening.connect(ada);
  expect((await view()).encoder).not.toBe(false);
  await isNowhere();
  const notices = await inbox(env, ada.id).notices();
  expect(notices[0]?.message).toBe(
    "A manager took your set “From 0 to 60” off the air. Your encoder was disconnected.",
  );
  const log = await answerOf<StageLogEntry[]>(
    request("/api/rooms/getLog", { as: evening.manager, body: { room: hall.id } }),
  );
  expect(JSON.stringify(log)).toContain("performer-kicked");
});

test("only the performer or a manager can end a set, and only while it is on", async () => {
  const set = await evening.book(hall, ada, 10, 40);
  await end(set, undefined, 401);
  await end(set, await makePerson(), 404);
  await end(set, await evening.act(), 404);
  expect(await end(set, ada, 409)).toMatchObject({ code: "set-not-on" });
  await evening.goTo(20);
  await end(set, ada);
  await evening.goTo(21);
  expect(await end(set, ada, 409)).toMatchObject({ code: "set-over" });
  const cancelled = await evening.book(hall, ada, 25, 50);
  await evening.manage("sets/cancel", { set: cancelled, managingRoom: hall.id });
  await evening.goTo(30);
  expect(await end(cancelled, ada, 409)).toMatchObject({ code: "set-over" });
});
