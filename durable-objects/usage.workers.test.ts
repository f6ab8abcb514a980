/** The rows that objects write again and again, as the platform bills them, beside what they are expected to. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ensureWalletOf } from "#app/domains/value/tokens/queries/wallets.ts";
import { openDb } from "#db/client.ts";
import { connectAgent, createBroadcaster, encoderOn, loud } from "#tests/helpers/agent.ts";
import { untilWritten } from "#tests/helpers/alarms.ts";
import { makeConversation } from "#tests/helpers/conversations.ts";
import { CountedRows } from "#tests/helpers/counted-rows.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { addStage, Listener, report, viewer } from "#tests/helpers/rooms.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { batchOf, soundOf } from "#tests/helpers/tapes.ts";
import { conversation, inbox, lobby, profileRoom, relayShard, stageRoom, tape, wallet } from "./stubs.ts";

const hourMs = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A stage that is on air, with this many listeners. */
async function onAir(id: string, listeners = 0) {
  const room = await addStage(id);
  await room.streamChanged(report("stage", id));
  const all: Listener[] = [];
  for (let i = 0; i < listeners; i++) {
    const listener = await Listener.open(room, viewer(`${id}-${i}`));
    await listener.send("listen", { class: "normal" });
    all.push(listener);
  }
  return { room, all };
}

test.each([
  ["a minute on air that no one hears", 0],
  ["a minute on air with ten listeners", 10],
] as const)("%s, with a level each second", async (scenario, listeners) => {
  const id = `cheap-air-${listeners}`;
  const { room } = await onAir(id, listeners);
  const first = report("stage", id);
  let { version } = first;
  const level = (second: number) =>
    room.streamChanged({
      ...first,
      version: ++version,
      level: { ...loud, rmsDb: -20 - (second % 3) },
    });
  const counted = await CountedRows.of(room);
  // The start of the broadcast is written first.
  await counted.pass(60, level);
  await counted.startOver();
  await counted.pass(60, level);
  expect(counted.statements.filter((each) => /reports|room_state/.test(each))).toEqual([]);
  counted.expect(scenario);
});

test("a minute on air on a profile with ten listeners, with a level each second", async () => {
  const performer = await makePerformer({ username: "Cheap Profile" });
  const room = profileRoom(env, performer.id);
  const first = report("performer", performer.id);
  let { version } = first;
  await room.streamChanged(first);
  for (let i = 0; i < 10; i++) {
    const listener = await Listener.open(room, viewer(`cheap-profile-${i}`));
    await listener.send("listen", { class: "normal" });
  }
  const level = (second: number) =>
    room.streamChanged({
      ...first,
      version: ++version,
      level: { ...loud, rmsDb: -20 - (second % 3) },
    });
  const counted = await CountedRows.of(room);
  // The start of the broadcast is written first.
  await counted.pass(60, level);
  await counted.startOver();
  await counted.pass(60, level);
  expect(counted.statements.filter((each) => /reports|room_state/.test(each))).toEqual([]);
  counted.expect("a minute on air on a profile with ten listeners");
});

test("a chat message on air is one row and its place in the replay", async () => {
  const { room, all } = await onAir("cheap-chat", 1);
  await all[0]?.say("the first of a writer stores that they write here");
  const counted = await CountedRows.of(room);
  // The start of the broadcast is written first.
  await counted.pass(60);
  await counted.startOver();
  for (let i = 0; i < 20; i++) {
    pass(2_000);
    await all[0]?.say(`message ${i}`);
  }
  counted.expect("a chat message on air", 20);
});

test("a minute of a shard whose listeners come and go", async () => {
  await onAir("cheap-shard");
  const shard = relayShard(env, "stage/cheap-shard", 0);
  const first = await Listener.open(shard, viewer(null));
  await first.send("listen", { class: "normal" });
  const counted = await CountedRows.of(shard);
  await counted.pass(60, async () => {
    const listener = await Listener.open(shard, viewer(null));
    await listener.send("listen", { class: "normal" });
    listener.close();
  });
  counted.expect("a minute of a shard whose listeners come and go");
});

test("the lobby stores no numbers of listeners", async () => {
  const { room } = await onAir("cheap-lobby", 1);
  const view = await room.onAir();
  const told = { kind: "stage" as const, id: "told", lastStreamedAt: undefined };
  await lobby(env).roomChanged({ ...told, onAir: view, version: 1 });
  const counted = await CountedRows.of(lobby(env));
  for (let version = 2; version < 22; version++)
    await lobby(env).roomChanged({ ...told, onAir: { ...view, currentListeners: version }, version });
  counted.expect("twenty numbers of listeners in the lobby");
  const live = await lobby(env).live();
  expect(live.find(({ id }) => id === "told")?.onAir.currentListeners).toBe(21);
});

test("the gateway stores no levels, and the lease of its agent costs a row now and then", async () => {
  const gateway = env.MEDIA_GATEWAY.getByName("cheap");
  const agent = await connectAgent(gateway, "start");
  await agent.hello();
  const { mount } = await createBroadcaster("cheap-gateway");
  const encoder = encoderOn(mount);
  await agent.facts(encoder({ type: "connected" }), encoder({ type: "firstAudio", codec: "opus" }));
  const counted = await CountedRows.of(gateway);
  const level = (second: number) =>
    agent.facts(encoder({ type: "level", level: { ...loud, rmsDb: -12 - (second % 5) } }));
  // The first levels pass the test of a stream, which is stored, and the profile goes on air.
  await counted.pass(30, level);
  await untilWritten(profileRoom(env, "cheap-gateway"));
  await counted.startOver();
  await counted.pass(60, level);
  counted.expect("a minute of a stream in the gateway");
});

test("a minute of a recording", async () => {
  const performer = await makePerformer({ username: "Cheap Tape" });
  const id = "01CHEAPTAPE000000000000000";
  const subject = {
    broadcast: id,
    performance: id,
    room: `profile/${performer.id}` as const,
    stageId: null,
    performerId: performer.id,
    setId: null,
  };
  const stub = tape(env, id);
  const startedAt = Date.now();
  const send = async (from: number) => {
    pass(5_000);
    await stub.append(batchOf(subject, "a", soundOf("a", startedAt, from, from + 5)));
  };
  for (let s = 0; s < 120; s += 5) await send(s);
  const counted = await CountedRows.of(stub);
  for (let s = 120; s < 180; s += 5) await send(s);
  counted.expect("a minute of a recording");
});

test("a message of a conversation", async () => {
  const [ann, bob] = [await makePerson(), await makePerson()];
  const { id } = await makeConversation(ann.id, [bob.id]);
  const stub = conversation(env, id);
  const counted = await CountedRows.of(stub, inbox(env, bob.id));
  const messages = 10;
  for (let i = 0; i < messages; i++) {
    await stub.say(ann.id, { message: `And then? ${i}`, picture: null, clientId: null });
    await counted.pass(10);
  }
  counted.expect("a message of a conversation", messages);
});

test("a tip", async () => {
  const performer = await makePerformer();
  const room = profileRoom(env, performer.id);
  await room.streamChanged(report("performer", performer.id));
  const [fan, to] = [await makeTipper(performer), await walletOf(performer)];
  await answerOf(request("/api/tokens/tip", { as: fan.person, body: tipOf(performer) }));
  const counted = await CountedRows.of(fan.wallet, to, room, inbox(env, performer.id));
  // The first tip to someone, and the start of the broadcast, are written first.
  await counted.pass(60);
  await counted.startOver();
  const tips = 5;
  for (let i = 0; i < tips; i++) {
    await answerOf(request("/api/tokens/tip", { as: fan.person, body: tipOf(performer) }));
    await counted.pass(20);
  }
  counted.expect("a tip", tips);
});

async function walletOf(person: Person) {
  const { id } = await ensureWalletOf(openDb(env.DB), { id: ulid(), userId: person.id, now: 0 });
  return wallet(env, id);
}

async function makeTipper(performer: Person) {
  const person = await makePerson({ emailVerifiedAt: 1 });
  const own = await walletOf(person);
  await own.mint([{ id: `grant for ${performer.id}`, kind: "grant", amount: 100 }]);
  return { person, wallet: own };
}

let ids = 0;
const tipOf = (performer: Person) => ({
  id: `cheap-tip-${++ids}`,
  amount: 1,
  dj: performer.id,
  performer: performer.id,
});

test("a booking, from its request to what the stage knows of it", async () => {
  const [manager, performer] = [await makePerson({ isManager: true }), await makePerformer()];
  const stage = await makeStage(manager);
  const stubs = [stageRoom(env, stage.id), lobby(env), inbox(env, manager.id), inbox(env, performer.id)];
  const counted = await CountedRows.of(...stubs);
  const bookings = 5;
  for (let day = 1; day <= bookings; day++) {
    const start = Math.ceil(Date.now() / hourMs) * hourMs + day * 24 * hourMs;
    const slot = { start, end: start + hourMs, name: `Set ${day}`, weeks: 1, timeZone: "UTC" };
    const body = { dj: performer.id, room: stage.id, ...slot };
    const { id } = await answerOf<{ id: string }>(
      request("/api/setRequests/request", { as: performer, body }),
    );
    await answerOf(request("/api/setRequests/accept", { as: manager, body: { request: id } }));
    await counted.pass(20);
  }
  counted.expect("a booking", bookings);
});

test("a stage that nobody hears writes nothing", async () => {
  const room = stageRoom(env, "cheap-silence");
  await addStage("cheap-silence");
  await room.refresh();
  const counted = await CountedRows.of(room);
  // What follows its making is written first.
  await counted.pass(60);
  await counted.startOver();
  pass(hourMs);
  await counted.pass(60);
  counted.expect("an hour off the air");
});
