/** The rows that objects write again and again, as the platform bills them. */
import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { meterStorage } from "#packages/usage-meter/storage.ts";
import { noUsage, type Usage } from "#packages/usage-meter/usage.ts";
import { connectAgent, createBroadcaster, encoderOn, loud } from "#tests/helpers/agent.ts";
import { makePerformer } from "#tests/helpers/people.ts";
import { addStage, Listener, report, viewer } from "#tests/helpers/rooms.ts";
import { batchOf, soundOf } from "#tests/helpers/tapes.ts";
import { lobby, stageRoom, tape } from "./stubs.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts the rows of this object from now on. */
async function meter(stub: DurableObjectStub): Promise<{ usage: Usage; statements: string[] }> {
  const usage = { ...noUsage };
  const statements: string[] = [];
  await runInDurableObject(stub, (instance) => {
    const { ctx } = instance as unknown as { ctx: DurableObjectState };
    meterStorage(ctx, usage, (statement, rows) => statements.push(`${statement}: ${rows}`));
  });
  return { usage, statements };
}
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

test("a message on air is one row and its place in the replay", async () => {
  const { room, all } = await onAir("cheap-chat", 1);
  await all[0]?.say("the first of a writer stores that they write here");
  const { statements } = await meter(room);
  for (let i = 0; i < 20; i++) {
    pass(2_000);
    await all[0]?.say(`message ${i}`);
  }
  // Without what the start of the broadcast still writes.
  const ofChat = statements.filter((each) => /chat|journal|room_state|mention/.test(each));
  expect(ofChat).toEqual(Array.from({ length: 20 }, () => "insert into chat: 2"));
});

test("a level each second is not stored by the room", async () => {
  const { room } = await onAir("cheap-levels");
  const first = report("stage", "cheap-levels");
  await room.streamChanged(first);
  const { statements } = await meter(room);
  for (let second = 1; second <= 60; second++) {
    pass(1_000);
    const level = { ...loud, rmsDb: -20 - (second % 3) };
    await room.streamChanged({ ...first, level, version: first.version + second });
  }
  expect(statements.filter((each) => /reports|due decide|room_state/.test(each))).toEqual([]);
});

test("the lobby stores no numbers of listeners", async () => {
  const { room } = await onAir("cheap-lobby", 1);
  const view = await room.onAir();
  const told = { kind: "stage" as const, id: "told", lastStreamedAt: undefined };
  await lobby(env).roomChanged({ ...told, onAir: view, version: 1 });
  const { usage, statements } = await meter(lobby(env));
  for (let version = 2; version < 22; version++)
    await lobby(env).roomChanged({ ...told, onAir: { ...view, currentListeners: version }, version });
  expect(usage.rowsWritten, statements.join("\n")).toBe(0);
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
  // The first levels pass the test of a stream, which is stored.
  for (let i = 0; i < 20; i++) await agent.facts(encoder({ type: "level", level: loud }));
  const { usage, statements } = await meter(gateway);
  for (let second = 0; second < 60; second++) {
    pass(1_000);
    await agent.facts(encoder({ type: "level", level: { ...loud, rmsDb: -12 - (second % 5) } }));
  }
  expect(usage.rowsWritten, statements.join("\n")).toBeLessThanOrEqual(4);
});

test("a minute of a recording is 9 rows", async () => {
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
  const { usage, statements } = await meter(stub);
  for (let s = 120; s < 180; s += 5) await send(s);
  expect(usage.rowsWritten, statements.join("\n")).toBeLessThanOrEqual(9);
});

test("a stage that nobody hears writes nothing", async () => {
  const room = stageRoom(env, "cheap-silence");
  await addStage("cheap-silence");
  await room.refresh();
  const { usage } = await meter(room);
  pass(3_600_000);
  expect(usage.rowsWritten).toBe(0);
});
