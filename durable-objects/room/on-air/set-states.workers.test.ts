/** The state of a set, from its booking to its end, as everyone is told it. */
import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { StageLogEntry } from "#app/domains/air/stages/contract/manage.ts";
import type { PublicStageView } from "#app/domains/air/stages/contract/public.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { inbox, lobby } from "#durable-objects/stubs.ts";
import { ada, beginEveningsInAHall, bob, evening, hall } from "#tests/helpers/evening-in-a-hall.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

beginEveningsInAHall();

const stateIs = (name: string) =>
  evening.eventually(
    () => evening.onAir(hall),
    ({ state }) => state?.name === name,
  );
const noticesOf = async (userId: string) => {
  await evening.settle();
  const notices = await inbox(env, userId).notices();
  return notices
    .filter(({ kind }) => kind === "set-late" || kind === "still-connected")
    .map(({ message }) => message);
};
const logged = async () => {
  await evening.settle();
  const body = { room: hall.id };
  const entries = await answerOf<StageLogEntry[]>(
    request("/api/rooms/getLog", { as: evening.manager, body }),
  );
  return entries
    .filter(({ action }) => action.startsWith("set-"))
    .map(({ action, details }) => [action, details]);
};

test("a performer who is not there a minute after the start is late: both sides are told, and every list says so", async () => {
  const set = await evening.book(hall, ada, 2, 32);
  expect((await stateIs("booked")).nextSet).toMatchObject({ id: set, state: { name: "booked" } });
  await evening.goTo(2.9);
  await stateIs("due");
  expect(await noticesOf(ada.id)).toEqual([]);
  await evening.goTo(3);
  const late = { name: "late", since: evening.at(2) };
  expect(await stateIs("late")).toMatchObject({
    online: false,
    state: late,
    nextSet: { id: set, state: late },
  });
  const seen = hall.guest.events.filter((each) => each.event === "update set").map(({ data }) => data.state);
  expect(seen).toContainEqual(late);

  const [toPerformer] = await noticesOf(ada.id);
  expect(toPerformer).toContain("has started without you. Connect your encoder now");
  const [toManager] = await noticesOf(evening.manager.id);
  expect(toManager).toContain(`by ${ada.username} on Test stage is starting late`);
  const named = { set: "From 2 to 32", performer: ada.username };
  expect(await logged()).toEqual([["set-late", named]]);

  const onAir = { online: false, state: late };
  expect((await lobby(env).live()).find(({ id }) => id === hall.id)).toMatchObject({ onAir });
  const upcoming = await answerOf<SetView[]>(request("/api/sets/getUpcomingSets", { as: ada }));
  expect(upcoming.find(({ id }) => id === set)?.state).toEqual(late);
  const managed = await answerOf<StageView[]>(request("/api/rooms/getManaging", { as: evening.manager }));
  expect(managed).toMatchObject([{ state: late, nextSet: { state: late } }]);
  const open = await answerOf<PublicStageView>(request(`/api/public/nowPlaying?room=${hall.id}`));
  expect(open).toMatchObject({ state: late, nextSet: { state: late } });

  await evening.goTo(9);
  await evening.connect(ada);
  await evening.hears(hall, set);
  expect((await evening.onAir(hall)).state).toEqual({ name: "on-air", since: evening.at(9) });
  expect(await logged()).toEqual([
    ["set-started-late", { ...named, late: "7 minutes" }],
    ["set-late", named],
  ]);
  expect((await noticesOf(evening.manager.id))[0]).toContain("started 7 minutes late");
});

test("an encoder that is on air with one set does not wait for the next one of its performer", async () => {
  const first = await evening.book(hall, ada, 2, 32);
  const next = await evening.book(hall, ada, 32, 62);
  await evening.connect(ada);
  await evening.goTo(2);
  await evening.hears(hall, first);
  expect((await evening.onAir(hall)).nextSet).toMatchObject({ id: next, state: { name: "booked" } });
  await evening.goTo(31.5);
  await evening.eventually(
    () => evening.onAir(hall),
    ({ nextSet }) => nextSet?.id === next && nextSet.state?.name === "due",
  );
  await evening.goTo(32);
  await evening.hears(hall, next);
  expect((await evening.onAir(hall)).state?.name).toBe("on-air");
  expect(await noticesOf(ada.id)).toEqual([]);
});

test("a set that nobody played is in the log of its stage", async () => {
  await evening.book(hall, ada, 2, 32);
  await evening.goTo(3);
  await stateIs("late");
  await evening.goTo(32);
  await evening.eventually(logged, ([last]) => last?.[0] === "set-missed");
  expect((await noticesOf(ada.id))[0]).toContain("was not played");
  expect((await evening.onAir(hall)).state).toBeNull();
});

test("a late performer whose encoder is connected is told that it is silent", async () => {
  await evening.book(hall, ada, 2, 32);
  await evening.goTo(1);
  await evening.connect(ada, { isSilent: true });
  await stateIs("standby");
  await evening.goTo(3);
  await stateIs("late");
  expect((await noticesOf(ada.id))[0]).toContain("your encoder is connected but silent. Play something.");
  expect((await noticesOf(evening.manager.id))[0]).toContain("is starting late");
});

test("a set that is on air past its end is said to be, and a manager can take it off the air", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await evening.goTo(30.5);
  const { currentSet } = await evening.eventually(
    () => evening.onAir(hall),
    ({ currentSet }) => currentSet?.state?.isPastEnd === true,
  );
  expect(currentSet).toMatchObject({ id: set, state: { name: "on-air" } });
  const manager = { as: evening.manager, body: { set } };
  await evening.eventually(
    () => answerOf<SetView>(request("/api/sets/getOwnSet", manager)),
    ({ state }) => state?.name === "on-air" && state.isPastEnd === true,
  );
  const ended = await answerOf<SetView>(request("/api/sets/end", manager));
  expect(ended.endTime).toBe(evening.at(30));
  await evening.isQuiet(hall);
  await evening.eventually(
    () => request("/api/sets/end", manager),
    ({ status }) => status === 409,
  );
});

test("a set that is booked after its start is not called late to anyone", async () => {
  await evening.book(hall, ada, -2, 28);
  await stateIs("late");
  expect(await noticesOf(ada.id)).toEqual([]);
  expect(await logged()).toEqual([]);
});

test("listeners are told of silence, and wait for a performer who dropped as long as the set lasts", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  await stateIs("on-air");
  await evening.fallSilent(ada);
  expect(await stateIs("silent")).toMatchObject({
    status: "live",
    currentSet: { state: { name: "silent" } },
  });
  await evening.play(ada);
  await stateIs("on-air");
  await evening.disconnect(ada);
  expect(await stateIs("dropped")).toMatchObject({ status: "reconnecting" });
  await evening.goTo(1);
  const waiting = { id: set, state: { name: "dropped" } };
  expect(await evening.isQuiet(hall)).toMatchObject({ state: { name: "dropped" }, nextSet: waiting });
  await evening.goTo(29.9);
  await stateIs("dropped");
  await evening.connect(ada);
  await stateIs("on-air");
  expect(await noticesOf(ada.id)).toEqual([]);
  expect(await logged()).toEqual([]);
});

test("a performer who waits for the one before is on standby, and one who stays after their set is warned", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  await evening.goTo(29);
  await evening.connect(bob);
  await evening.eventually(
    () => evening.onAir(hall),
    ({ nextSet }) => nextSet?.id === second && nextSet.state?.name === "standby",
  );
  await evening.goTo(30);
  await evening.hears(hall, second);
  expect(await noticesOf(ada.id)).toEqual([]);
  await evening.goTo(30.5);
  const [warning, ...more] = await noticesOf(ada.id);
  expect(warning).toContain("is over, but your encoder is still connected");
  expect(more).toEqual([]);
  expect(await noticesOf(bob.id)).toEqual([]);
});
