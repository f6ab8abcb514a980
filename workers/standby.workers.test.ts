/** A performer who connects early waits on standby for their set: only they hear it, and no one is notified. */
import {
  env,
  evictDurableObject,
  listDurableObjectIds,
  runDurableObjectAlarm,
  runInDurableObject,
  SELF,
} from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { DeskView } from "#app/domains/air/sets/contract/desk.ts";
import { openDb } from "#db/client.ts";
import { follows } from "#db/schema/index.ts";
import { inbox, lobby, mediaGateway, profileRoom, soundCheck } from "#durable-objects/stubs.ts";
import { type Act, Evening, type Hall } from "#tests/helpers/evening.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, Uplink, until, viewer } from "#tests/helpers/rooms.ts";

const origin = "http://localhost:8787";

let evening: Evening;
let hall: Hall;
let ada: Act;
let fan: Person;

beforeEach(async () => {
  evening = await Evening.begin();
  hall = await evening.hall();
  ada = await evening.act();
  fan = await makePerson();
  const follow = { userId: fan.id, followingId: ada.id, hasAlert: true, createdAt: 0 };
  await openDb(env.DB).insert(follows).values(follow);
});
afterEach(() => {
  vi.useRealTimers();
});

const choose = (isOn: boolean, status = 200, as: Person | undefined = ada) =>
  answerOf<{ code?: string }>(request("/api/media/standby", { as, body: { isOn } }), status);
const viewOf = (act: Act) =>
  answerOf<EncoderView>(request("/api/media/encoder", { as: act, body: { mount: act.mount } }));
const standbyOf = async (act: Act) => (await viewOf(act)).standby;
/** Waits until the agent's latest route of her sound, as stored by the gateway, is `room`. */
const isSentTo = (room: string) =>
  evening.eventually(
    () =>
      runInDurableObject(mediaGateway(env), (_, { storage }) =>
        storage.sql
          .exec<{ routed: string | null }>("select routed from mounts where stream = ?", ada.stream)
          .one(),
      ),
    ({ routed }) => routed?.split(" ").at(-1) === room,
  );
const profilePage = (act: Act) => Listener.open(profileRoom(env, act.id), viewer(fan.id));
const wasLive = (page: Listener) => page.events.some((each) => each.event === "room set" && each.data.online);

/** Returns the fan's go-live notifications, once all are delivered. */
async function toldLive(): Promise<string[]> {
  await evening.settle();
  for (let turn = 0; turn < 5; turn++) {
    // They are delivered in parts.
    vi.setSystemTime(Date.now() + 600);
    for (const id of await listDurableObjectIds(env.ALERTS)) await runDurableObjectAlarm(env.ALERTS.get(id));
  }
  const notices = await inbox(env, fan.id).notices();
  return notices.filter(({ kind }) => kind === "performer-live").map(({ message }) => message);
}

/** Expects that nothing visible to other users shows that she plays. */
async function isNowhere(): Promise<void> {
  await evening.settle();
  expect((await profileRoom(env, ada.id).onAir()).online).toBe(false);
  expect((await evening.onAir(hall)).online).toBe(false);
  expect(JSON.stringify(await lobby(env).live())).not.toContain(ada.id);
  for (const method of ["GET", "HEAD"]) {
    const response = await SELF.fetch(`${origin}/live/${ada.stream}`, { method });
    expect([method, response.status]).toEqual([method, 404]);
  }
  const profile = await answerOf<object>(
    request("/api/users/getProfile", { as: fan, body: { user: ada.id } }),
  );
  expect(JSON.stringify(profile)).not.toMatch(/"(online|live|isLive)":true/);
  const player = await SELF.fetch(`${origin}/player/${encodeURIComponent(ada.username)}`);
  expect(await player.text()).not.toContain("ON AIR");
  const sets = await answerOf<SetView[]>(request("/api/sets/getUpcomingSets", { as: fan }));
  expect(sets.filter(({ user, room }) => user.id === ada.id && room === null)).toEqual([]);
  expect(
    await evening.rows("select id from broadcasts where performer_id = ? and ended_at is null", ada.id)(),
  ).toEqual([]);
}

test("an encoder that connects within half an hour of its set is heard only by its performer until the stage carries it", async () => {
  const set = await evening.book(hall, ada, 20, 50);
  const page = await profilePage(ada);
  await evening.connect(ada);
  await evening.announce(ada, "Ada", "Secret");
  await isSentTo(`sound-check/${ada.id}`);
  await isNowhere();
  expect(await viewOf(ada)).toMatchObject({
    air: { state: "off" },
    encoder: { status: "audioDetected" },
    standby: { isOn: true, reason: "soon", set: { id: set, stage: "Test stage", startTime: evening.at(20) } },
  });
  expect(await answerOf<DeskView>(request("/api/djs/desk", { as: ada }))).toMatchObject({
    isOnStandby: true,
    onAir: [],
  });

  const uplink = await Uplink.open(soundCheck(env, ada.id), ada.stream);
  const ear = await Listener.open(soundCheck(env, ada.id), viewer(ada.id));
  await ear.send("listen", { class: "live" });
  await page.send("listen", { class: "live" });
  uplink.send(5);
  await until(() => ear.packets.length === 5);
  expect(page.packets).toEqual([]);

  await evictDurableObject(mediaGateway(env)).catch(() => undefined);
  await evictDurableObject(profileRoom(env, ada.id)).catch(() => undefined);
  await evening.goTo(17.9);
  await isNowhere();
  await evening.goTo(18);
  await evening.hears(hall, set);
  await isSentTo(`stage/${hall.id}`);
  expect((await viewOf(ada)).standby).toBeNull();
  expect(JSON.stringify(page.events)).not.toContain("Secret");
  expect(wasLive(page)).toBe(false);
  expect(await evening.broadcastsOf(ada, 1)).toMatchObject([{ set_id: set, started_at: evening.at(18) }]);
  expect(await toldLive()).toEqual([`${ada.username} is live on Test stage.`]);
});

test("an early performer is ready on standby while another performs, and the stage changes without a gap", async () => {
  const bob = await evening.act();
  const first = await evening.book(hall, bob, 0, 20);
  const second = await evening.book(hall, ada, 20, 50);
  await evening.connect(bob);
  await evening.hears(hall, first);
  await evening.goTo(5);
  await evening.connect(ada);
  await isSentTo(`sound-check/${ada.id}`);
  await evening.goTo(18);
  await isSentTo(`stage/${hall.id}`);
  await evening.goTo(19.9);
  await evening.hears(hall, first);
  await evening.goTo(20);
  await evening.hears(hall, second);
  expect(await evening.broadcastsOf(bob, 1)).toMatchObject([{ ended_at: evening.at(20) }]);
  expect(await evening.broadcastsOf(ada, 1)).toMatchObject([{ started_at: evening.at(20), set_id: second }]);
});

test("a performer on standby can choose to play on the profile with notifications, and return to standby", async () => {
  const set = await evening.book(hall, ada, 20, 50);
  await evening.connect(ada);
  await evening.goTo(5);
  expect(await choose(false)).toMatchObject({ standby: { isOn: false, reason: "soon", set: { id: set } } });
  await evening.isOnProfile(ada);
  expect(await evening.broadcastsOf(ada, 1)).toMatchObject([{ set_id: null, started_at: evening.at(5) }]);
  expect(await toldLive()).toEqual([`${ada.username} is live.`]);
  // A disconnect does not change the performer's choice.
  await evening.disconnect(ada);
  await evening.goTo(5.5);
  await evening.connect(ada);
  await evening.isOnProfile(ada);

  await evening.goTo(10);
  expect(await choose(true)).toMatchObject({ standby: { isOn: true } });
  await evening.isOnProfile(ada, false);
  await isNowhere();
  await evening.goTo(18);
  await evening.hears(hall, set);
  await choose(false, 409);
  // As after every set: a performer who stays for more than two minutes is on their profile.
  await evening.goTo(52);
  await evening.isOnProfile(ada);
});

test("a performer stays on standby when the set is cancelled, and sees the reason and a choice", async () => {
  const set = await evening.book(hall, ada, 20, 50);
  await evening.connect(ada);
  await evening.goTo(10);
  await evening.manage("sets/cancel", { set, managingRoom: hall.id });
  await isNowhere();
  expect(await standbyOf(ada)).toMatchObject({ isOn: true, reason: "cancelled", set: { id: set } });
  await evening.disconnect(ada);
  await evening.goTo(10.5);
  await evening.connect(ada);
  await evening.goTo(25);
  await isNowhere();
  expect(await choose(false)).toEqual({ standby: null });
  await evening.isOnProfile(ada);
  expect(await choose(true, 409)).toMatchObject({ code: "no-set-soon" });
});

test("a set that is cancelled while the stage holds its performer ready does not start on the profile", async () => {
  const set = await evening.book(hall, ada, 20, 50);
  await evening.connect(ada, { isSilent: true });
  await isSentTo(`sound-check/${ada.id}`);
  await evening.goTo(19);
  await isSentTo(`stage/${hall.id}`);
  await evening.play(ada);
  await evening.hears(hall, set);
  await evening.goTo(19.5);
  await evening.manage("sets/cancel", { set, managingRoom: hall.id });
  await evening.isQuiet(hall);
  await isNowhere();
  expect(await standbyOf(ada)).toMatchObject({ isOn: true, reason: "cancelled" });
});

test("a performer stays on standby when the set is moved, and the stage carries them at the new time", async () => {
  const set = await evening.book(hall, ada, 20, 50);
  await evening.connect(ada);
  await evening.goTo(10);
  await evening.manage("sets/update", { set, start: evening.at(60), end: evening.at(90) });
  await isNowhere();
  expect(await standbyOf(ada)).toMatchObject({
    isOn: true,
    reason: "moved",
    set: { startTime: evening.at(60) },
  });
  await evening.goTo(40);
  await isNowhere();
  expect((await standbyOf(ada))?.reason).toBe("soon");
  await evening.goTo(58);
  await evening.hears(hall, set);
});

test("an encoder at any other time is on the profile immediately, and a later booking does not change that", async () => {
  const set = await evening.book(hall, ada, 31, 61);
  await evening.connect(ada);
  await evening.isOnProfile(ada);
  expect(await standbyOf(ada)).toBeNull();
  await evening.goTo(5);
  await evening.isOnProfile(ada);
  expect(await standbyOf(ada)).toMatchObject({ isOn: false, set: { id: set } });
  await evening.goTo(29);
  await evening.hears(hall, set);
});

/** Her set is over at 30, and Bob has the stage; her encoder stays connected. */
async function stayAfterTheSet(): Promise<string> {
  const bob = await evening.act();
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  await evening.goTo(29);
  await evening.connect(bob);
  await evening.goTo(30);
  await evening.hears(hall, second);
  await evening.goTo(30.5);
  return first;
}
const deskOf = (act: Act) => answerOf<DeskView>(request("/api/djs/desk", { as: act }));

test("a performer who is still connected after their set is told when their profile goes live, and may stay off air", async () => {
  const set = await stayAfterTheSet();
  const page = await profilePage(ada);
  const warning = { isOn: false, reason: "over", set: { id: set }, isWithStage: true };
  expect(await standbyOf(ada)).toMatchObject({ ...warning, profileAt: evening.at(32) });
  expect(await deskOf(ada)).toMatchObject({
    onAir: [],
    isOnStandby: false,
    standby: { ...warning, profileAt: evening.at(32) },
  });
  expect(await choose(true)).toMatchObject({ standby: { isOn: true, reason: "over", profileAt: null } });
  await evening.goTo(33);
  await isSentTo(`sound-check/${ada.id}`);
  expect(wasLive(page)).toBe(false);
  expect((await profileRoom(env, ada.id).onAir()).online).toBe(false);
  expect(await deskOf(ada)).toMatchObject({ isOnStandby: true, standby: { isOn: true, reason: "over" } });
  expect(await choose(false)).toMatchObject({ standby: { isOn: false, reason: "over" } });
  await evening.isOnProfile(ada);
  await choose(true);
  await evening.isOnProfile(ada, false);
});

test("without a choice the profile goes live two minutes after the set", async () => {
  await stayAfterTheSet();
  await evening.goTo(32);
  await evening.isOnProfile(ada);
  expect(await standbyOf(ada)).toMatchObject({ isOn: false, reason: "over", isWithStage: false });
});

test("a performer who goes on is on their profile at once where someone else has the stage, and else after it", async () => {
  await stayAfterTheSet();
  await choose(false);
  await evening.isOnProfile(ada);
  const cem = await evening.act();
  const third = await evening.book(hall, cem, 60, 90);
  await evening.goTo(60);
  await evening.connect(cem);
  await evening.hears(hall, third);
  await evening.goTo(90.2);
  await choose(false, 200, cem);
  expect((await evening.hears(hall, third)).online).toBe(true);
  await evening.goTo(92);
  await evening.isOnProfile(cem);
});

test("connecting alone does not put the profile of a performer on air who has chosen that", async () => {
  const save = (profileOnConnect: boolean) =>
    answerOf(request("/api/djs/saveProfile", { as: ada, body: { profileOnConnect } }));
  await stayAfterTheSet();
  // Chosen while the encoder is connected.
  expect(await save(false)).toMatchObject({ profileOnConnect: false });
  expect(await standbyOf(ada)).toMatchObject({ isOn: true, reason: "over", profileAt: null });
  await evening.goTo(33);
  await isSentTo(`sound-check/${ada.id}`);
  await evening.disconnect(ada);
  await evening.goTo(80);
  await evening.connect(ada);
  await isSentTo(`sound-check/${ada.id}`);
  await isNowhere();
  expect(await standbyOf(ada)).toMatchObject({ isOn: true, reason: "chosen", set: null });
  await choose(false);
  await evening.isOnProfile(ada);
});

test("a performer whose next set starts within half an hour of the last one waits for it on standby", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const other = await evening.hall();
  const next = await evening.book(other, ada, 50, 80);
  await evening.connect(ada);
  await evening.hears(hall, first);
  await evening.goTo(31);
  expect(await standbyOf(ada)).toMatchObject({ isOn: true, reason: "soon", set: { id: next } });
  await evening.goTo(33);
  await isSentTo(`sound-check/${ada.id}`);
  expect(await standbyOf(ada)).toMatchObject({ isOn: true, reason: "soon", set: { id: next } });
  await evening.goTo(48);
  await evening.hears(other, next);
});

test("only performers can choose, for their own encoder while no stage carries it", async () => {
  await answerOf(request("/api/media/standby", { body: { isOn: true } }), 401);
  await choose(true, 404, fan);
  expect(await choose(false, 409)).toMatchObject({ code: "not-connected" });
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada);
  await evening.hears(hall, set);
  expect(await choose(false, 409)).toMatchObject({ code: "set-is-on" });
  expect(await choose(true, 409)).toMatchObject({ code: "no-set-soon" });
  await answerOf(request("/api/media/standby", { as: ada, body: { isOn: "yes" } }), 400);
});
