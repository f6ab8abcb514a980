/** A performer who tests their own key off the air hears it; no one else hears, sees or counts anything of it. */
import { env, evictDurableObject, runInDurableObject, SELF } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type {
  EncoderView,
  SoundCheckView,
  TestConnectionView,
} from "#app/domains/air/media/contract/encoder.ts";
import { agentHeader } from "#durable-objects/contract.ts";
import { lobby, lobbyShard, mediaGateway, profileRoom, soundCheck } from "#durable-objects/stubs.ts";
import { type Act, Evening } from "#tests/helpers/evening.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { Listener, Uplink, until, viewer } from "#tests/helpers/rooms.ts";

const origin = "http://localhost:8787";
const minuteMs = 60_000;

let evening: Evening;
let ada: Act;

beforeEach(async () => {
  evening = await Evening.begin();
  ada = await evening.act();
});
afterEach(() => {
  vi.useRealTimers();
});

const check = (as: Person, mount: string, isOn: boolean, status = 200) =>
  answerOf<SoundCheckView>(request("/api/media/soundCheck", { as, body: { mount, isOn } }), status);
const viewOf = (act: Act) =>
  answerOf<EncoderView>(request("/api/media/encoder", { as: act, body: { mount: act.mount } }));
/** Waits until the agent's latest route of this stream, as stored by the gateway, is `room`. */
const isSentTo = (stream: string, room: string | null) =>
  evening.eventually(
    () =>
      runInDurableObject(mediaGateway(env), (_, { storage }) =>
        storage.sql
          .exec<{ routed: string | null }>("select routed from mounts where stream = ?", stream)
          .one(),
      ),
    ({ routed }) => routed?.split(" ").at(-1) === String(room),
  );
const progressive = (act: Act) => SELF.fetch(`${origin}/live/${act.stream}`);
const socketOf = (as: Person | null) =>
  SELF.fetch(`${origin}/realtime/sound-check`, {
    headers: { upgrade: "websocket", origin, ...(as && { cookie: `cue=${as.token}` }) },
  });

test("a sound check sends the performer's mount to the performer only, for at most 15 minutes", async () => {
  await evening.connect(ada);
  await evening.isOnProfile(ada);
  await isSentTo(ada.stream, `profile/${ada.id}`);
  const fan = await makePerson();
  const page = await Listener.open(profileRoom(env, ada.id), viewer(fan.id));
  await page.send("listen", { class: "live" });
  await evening.announce(ada, "Ada", "Before");

  const { until: endsAt, now } = await check(ada, ada.mount, true);
  expect(endsAt).toBe(now + 15 * minuteMs);
  await evening.isOnProfile(ada, false);
  await isSentTo(ada.stream, `sound-check/${ada.id}`);
  expect((await progressive(ada)).status).toBe(404);
  expect(await viewOf(ada)).toMatchObject({
    soundCheckUntil: endsAt,
    air: { state: "off" },
    encoder: { status: "audioDetected" },
  });
  const told = page.lastSeq;

  const uplink = await Uplink.open(soundCheck(env, ada.id), ada.stream);
  const own = await socketOf(ada);
  if (own.webSocket === null) throw new Error(`not upgraded: ${own.status}`);
  const ear = new Listener(own.webSocket);
  const other = await socketOf(fan);
  if (other.webSocket === null) throw new Error(`not upgraded: ${other.status}`);
  const stranger = new Listener(other.webSocket);
  for (const each of [ear, stranger]) await each.send("listen", { class: "live" });
  uplink.send(5);
  await until(() => ear.packets.length === 5);
  expect(ear.packets[0]?.text).toBe(`${ada.stream}#0`);
  await evening.announce(ada, "Ada", "Secret");
  await evening.settle();
  expect(stranger.packets).toEqual([]);
  expect(page.packets).toEqual([]);
  expect(JSON.stringify(page.events.filter(({ seq }) => seq > told))).not.toContain("Secret");
  const entries = await lobby(env).live();
  expect(JSON.stringify(entries)).not.toContain(ada.id);

  await evictDurableObject(mediaGateway(env)).catch(() => undefined);
  await evening.goTo(14.9);
  expect((await viewOf(ada)).soundCheckUntil).toBe(endsAt);
  await evening.isOnProfile(ada, false);
  await evening.goTo(15.1);
  await evening.isOnProfile(ada);
  expect((await viewOf(ada)).soundCheckUntil).toBeNull();
  await isSentTo(ada.stream, `profile/${ada.id}`);
});

test("only the performer can listen to a sound check", async () => {
  expect((await socketOf(null)).status).toBe(401);
  const fan = await makePerson();
  for (const path of [`sound-check/${ada.id}`, `sound-check?user=${ada.id}`]) {
    const response = await SELF.fetch(`${origin}/realtime/${path}`, {
      headers: { upgrade: "websocket", origin, cookie: `cue=${fan.token}` },
    });
    if (path.includes("?")) response.webSocket?.accept();
    else expect(response.status).toBe(404);
  }
  await expect(Listener.open(soundCheck(env, ada.id), viewer(fan.id))).rejects.toThrow("404");
  await expect(Listener.open(soundCheck(env, ada.id), viewer(null))).rejects.toThrow("404");
  const foreign = await SELF.fetch(`${origin}/realtime/sound-check`, {
    headers: { upgrade: "websocket", origin: "https://evil.example", cookie: `cue=${ada.token}` },
  });
  expect(foreign.status).toBe(403);
  const forged = await SELF.fetch(`${origin}/ingest/audio/sound-check/${ada.id}?stream=s&connection=c`, {
    headers: { upgrade: "websocket", [agentHeader]: "audio" },
  });
  expect(forged.status).toBe(401);
  await check(fan, ada.mount, true, 404);
  await answerOf(request("/api/media/soundCheck", { body: { mount: ada.mount, isOn: true } }), 401);
});

test("a sound check closes when its session ends", async () => {
  const own = await socketOf(ada);
  if (own.webSocket === null) throw new Error(`not upgraded: ${own.status}`);
  const ear = new Listener(own.webSocket);
  await ear.send("listen", { class: "live" });
  await lobbyShard(env, ada.id).dropUser(ada.id);
  await until(() => ear.closeCode !== undefined);
});

test("a sound check on standby ends with the start of the set, and the stage carries the performer immediately", async () => {
  const hall = await evening.hall();
  const set = await evening.book(hall, ada, 10, 40);
  await evening.connect(ada);
  expect((await check(ada, ada.mount, true)).until).toBe(evening.at(10));
  await evening.goTo(9);
  await evening.settle();
  expect((await evening.onAir(hall)).online).toBe(false);
  await evening.goTo(10);
  expect((await evening.hears(hall, set)).online).toBe(true);
  expect((await viewOf(ada)).soundCheckUntil).toBeNull();
  await check(ada, ada.mount, true, 409);
});

test("a sound check also ends for a set that is booked during it", async () => {
  const hall = await evening.hall();
  await evening.connect(ada);
  expect((await check(ada, ada.mount, true)).until).toBe(evening.at(15));
  const set = await evening.book(hall, ada, 5, 30);
  await evening.goTo(5);
  await evening.hears(hall, set);
  expect((await viewOf(ada)).soundCheckUntil).toBeNull();
});

test("turning off the sound check puts the performer on the air immediately", async () => {
  await check(ada, ada.mount, true);
  await evening.connect(ada);
  await evening.goTo(5);
  await evening.isOnProfile(ada, false);
  expect(await check(ada, ada.mount, false)).toMatchObject({ until: null });
  await evening.isOnProfile(ada);
  const [broadcast] = await evening.broadcastsOf(ada, 1);
  expect(broadcast).toMatchObject({ started_at: evening.at(5), stage_id: null });
});

test("only the owner of a stream test can listen to its mount", async () => {
  const listener = await makePerson();
  const { mount } = await answerOf<TestConnectionView>(
    request("/api/sets/initialTest", { as: listener, body: { url: null } }),
  );
  const [credential] = await evening.rows(
    "select stream_id from ingest_credentials where mount = ?",
    mount,
  )();
  const stream = String(credential?.stream_id);
  await evening.connect({ mount });
  await check(ada, mount, true, 404);
  await check(listener, mount, true);
  await isSentTo(stream, `sound-check/${listener.id}`);
  expect((await SELF.fetch(`${origin}/live/${stream}`)).status).toBe(404);
  await check(listener, mount, false);
  await isSentTo(stream, null);
});
