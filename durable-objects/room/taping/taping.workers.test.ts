/** A room's recording of the stream on air, and its messages to the encoder about it. */
import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeTapes, framesOf, packets, storedSeqs, type Tapes } from "#tests/helpers/recorded-batches.ts";
import {
  addPerformer,
  addSet,
  addStage,
  Listener,
  report,
  Uplink,
  until as untilWithin,
} from "#tests/helpers/rooms.ts";

let tapes: Tapes;
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  tapes = fakeTapes();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Thousands of frames take a while on a busy machine. */
const until = <T>(find: () => T | undefined | false) => untilWithin(find, 30_000);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);
const down = (id: string, connection = "connection-1") =>
  report("stage", id, { state: "down", disconnectedAt: Date.now() - 30_000, connection });

/** A stage that is on air, with its encoder's socket and a listener. */
async function onAir(id: string) {
  const room = await addStage(id);
  await room.streamChanged(report("stage", id));
  const ann = await Listener.open(room);
  await ann.send("listen", { class: "live" });
  return { room, ann, uplink: await Uplink.open(room, `stream-${id}`) };
}

/** A room of an earlier case may still append its last batch. */
const appendsOf = (id: string) =>
  tapes.append.mock.calls.filter(([{ subject }]) => subject.room === `stage/${id}`);
const heard = (ann: Listener) => ann.packets.map(({ text }) => Number(text.split("#")[1]));

test("every frame is in one batch, in order, and is acknowledged when it is stored", async () => {
  const { room, ann, uplink } = await onAir("whole");
  const at = Date.now();
  // On a late machine five seconds would pass meanwhile, which end a batch before it is full.
  vi.useFakeTimers({ toFake: ["Date"], now: at });
  uplink.sendText({ event: "held", data: { opus: 0 } });
  uplink.sendFrames(packets(0, 700, at));
  uplink.sendFrames([
    ...packets(0, 5, at, { kind: "levels" }),
    ...packets(0, 3, at, { kind: "mp3" }),
    ...packets(700, 20, at + 14_000),
  ]);
  await until(() => uplink.taped().size >= 600);
  uplink.close();
  await until(() => storedSeqs(tapes.batches).length === 720);
  expect(tapes.batches.length).toBeGreaterThanOrEqual(3);
  expect(storedSeqs(tapes.batches)).toEqual(upTo(720));
  expect(storedSeqs(tapes.batches, { kind: "levels" })).toEqual(upTo(5));
  expect(storedSeqs(tapes.batches, { kind: "mp3" })).toEqual(upTo(3));
  await until(() => ann.packets.length === 720);
  expect(heard(ann)).toEqual(upTo(720));
  const { startTime } = await room.onAir();
  const [batch] = tapes.batches;
  expect(batch).toMatchObject({
    connection: "connection-1",
    held: { opus: 0 },
    subject: { room: "stage/whole", stageId: "whole", performerId: null, setId: null },
  });
  expect(batch?.subject.performance).toBe(batch?.subject.broadcast);
  expect(startTime).not.toBeNull();
  const first = batch && framesOf(batch)[0];
  expect(first).toMatchObject({ kind: "opus", seq: 0, at, isLate: false });
});

test("in real time a batch is about five seconds of sound, without a timer that keeps the room awake", async () => {
  const { ann, uplink } = await onAir("slow");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  uplink.sendFrames(packets(0, 10, Date.now()));
  await until(() => ann.packets.length === 10);
  vi.setSystemTime(Date.now() + 2_000);
  uplink.sendFrames(packets(10, 10, Date.now()));
  await until(() => ann.packets.length === 20);
  expect(tapes.batches).toHaveLength(0);
  vi.setSystemTime(Date.now() + 3_100);
  uplink.sendFrames(packets(20, 10, Date.now()));
  await until(() => tapes.batches.length === 1);
  await until(() => uplink.taped().size === 20);
  expect(storedSeqs(tapes.batches)).toEqual(upTo(20));
});

test("frames of a stream that is on standby, or of none on air, are acknowledged and not sent", async () => {
  const room = await addStage("waiting");
  const uplink = await Uplink.open(room, "stream-waiting");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  uplink.sendFrames(packets(0, 50, Date.now()));
  for (let seq = 50; uplink.taped().size < 50; seq++) {
    vi.setSystemTime(Date.now() + 1_000);
    uplink.sendFrames(packets(seq, 1, Date.now()));
    await wait(20);
  }
  expect(appendsOf("waiting")).toEqual([]);
});

test("levels without sound are acknowledged and not sent", async () => {
  const { uplink } = await onAir("mute");
  uplink.sendFrames(packets(0, 4, Date.now(), { kind: "levels" }));
  await wait(100);
  uplink.close();
  const again = await Uplink.open(await stage("mute"), "stream-mute");
  // The room may have acknowledged them on the socket that closed.
  again.sendText({ event: "held", data: { levels: 0 } });
  await until(() => again.taped("levels").size === 4);
  expect(appendsOf("mute")).toEqual([]);
});

const stage = async (id: string) => env.STAGE_ROOM.getByName(id);

test("a handover ends one recording and begins the next at what was heard", async () => {
  await addPerformer("tape-first");
  await addPerformer("tape-second");
  const room = await addStage("relay-race", { isInstant: false });
  const boundary = Date.now() + 2_000;
  const acts = [
    { id: "tape-one", performerId: "tape-first", startsAt: boundary - 60_000, endsAt: boundary },
    { id: "tape-two", performerId: "tape-second", startsAt: boundary, endsAt: boundary + 60_000 },
  ];
  for (const { id, ...set } of acts) await addSet(id, { stageId: "relay-race", ...set });
  for (const { performerId } of acts) await room.streamChanged(report("performer", performerId));
  const ann = await Listener.open(room);
  await ann.send("listen", { class: "live" });
  const [first, second] = await Promise.all(
    acts.map(({ performerId }) => Uplink.open(room, `stream-${performerId}`, performerId)),
  );
  if (!first || !second) throw new Error("two");
  const stops = [first.play(), second.play()];
  await ann.event("room set", ({ data }) => data.currentSet?.id === "tape-two");
  await wait(300);
  for (const stop of stops) stop();
  second.close();
  await until(() => tapes.batches.some(({ subject }) => subject.setId === "tape-two"));
  await until(() => tapes.ends.length === 1);
  const heardOf = (performer: string) =>
    ann.packets
      .filter(({ text }) => text.startsWith(`stream-${performer}#`))
      .map(({ text }) => Number(text.split("#")[1]));
  for (const { id, performerId } of acts) {
    const own = tapes.batches.filter(({ subject }) => subject.setId === id);
    expect(new Set(own.map(({ connection }) => connection))).toEqual(new Set([performerId]));
    expect(storedSeqs(own, { connection: performerId })).toEqual(heardOf(performerId));
    expect(own[0]?.subject).toMatchObject({ performance: id, performerId, stageId: "relay-race" });
  }
  expect(tapes.ends[0]?.subject).toMatchObject({ setId: "tape-one", performance: "tape-one" });
  // The first performer's sound after the handover is not recorded, but their encoder may forget it.
  const ended = tapes.ends[0]?.subject.broadcast ?? "";
  expect(tapes.order.indexOf(`end ${ended}`)).toBe(tapes.order.lastIndexOf(`batch ${ended}`) + 1);
});

test("what is sent again after a reconnect is stored once, and acknowledged again", async () => {
  const { room, ann, uplink } = await onAir("again");
  const at = Date.now();
  const frames = packets(0, 400, at);
  uplink.sendFrames(frames);
  await until(() => uplink.taped().size >= 300 && ann.packets.length === 400);
  const next = await Uplink.open(room, "stream-again");
  await until(() => uplink.closeCode === 1000);
  next.sendText({ event: "held", data: { opus: 250 } });
  await until(() => next.taped().has(250));
  const late = frames.slice(250).map((frame) => ({ ...frame, isLate: true }));
  next.sendFrames([...late, ...packets(400, 10, at + 8_000)]);
  await until(() => ann.packets.length === 410);
  next.close();
  await until(() => storedSeqs(tapes.batches).length === 410);
  expect(storedSeqs(tapes.batches).sort((a, b) => a - b)).toEqual(upTo(410));
  expect(heard(ann)).toEqual(upTo(410));
});

test("what a tape has only received is acknowledged once it is stored", async () => {
  tapes.isStoring = false;
  const { room, uplink } = await onAir("patient");
  const at = Date.now();
  uplink.sendFrames(packets(0, 350, at));
  await until(() => tapes.batches.length === 1);
  await wait(100);
  expect(uplink.taped().size).toBe(0);
  // Its socket closes: it may not come back.
  uplink.close();
  await until(() => tapes.batches.length === 2);
  const next = await Uplink.open(room, "stream-patient");
  next.sendText({ event: "held", data: { opus: 0 } });
  await until(() => next.taped().size === 350);
  expect(storedSeqs(tapes.batches)).toEqual(upTo(350));
});

test("the encoder is asked for what a tape has lost before it was stored", async () => {
  tapes.isStoring = false;
  const { uplink } = await onAir("lossy");
  const at = Date.now();
  uplink.sendFrames(packets(0, 300, at));
  await until(() => tapes.batches.length === 1);
  tapes.id = "its next instance";
  tapes.batches = [];
  uplink.sendFrames(packets(300, 300, at + 6_000));
  await until(() => uplink.texts.some(({ event }) => event === "resend"));
  uplink.sendFrames(packets(0, 600, at, { isLate: true }));
  tapes.isStoring = true;
  uplink.close();
  await until(() => storedSeqs(tapes.batches).length === 600);
  expect(storedSeqs(tapes.batches).sort((a, b) => a - b)).toEqual(upTo(600));
});

test("after an eviction the encoder is asked for what was not stored, and nothing is missing or heard twice", async () => {
  const { room, ann, uplink } = await onAir("evicted-tape");
  const at = Date.now();
  const frames = packets(0, 350, at);
  uplink.sendFrames(frames);
  await until(() => uplink.taped().size >= 300);
  await until(() => ann.packets.length === 350);
  await evictDurableObject(room);
  uplink.sendFrames(packets(350, 1, at + 7_000));
  await until(() => uplink.texts.some(({ event }) => event === "resend"));
  const known = uplink.taped();
  uplink.sendFrames(frames.filter(({ seq }) => !known.has(seq)).map((frame) => ({ ...frame, isLate: true })));
  uplink.sendFrames(packets(351, 10, at + 7_020));
  await until(() => ann.packets.length === 361);
  uplink.close();
  await until(() => storedSeqs(tapes.batches).length === 361);
  expect(storedSeqs(tapes.batches).sort((a, b) => a - b)).toEqual(upTo(361));
  expect(heard(ann)).toEqual(upTo(361));
  expect(new Set(tapes.batches.map(({ subject }) => subject.broadcast)).size).toBe(1);
});

test("a tape that is away changes nothing for listeners, and what has no room is asked for when it is back", async () => {
  const { ann, uplink } = await onAir("away");
  tapes.isAway = true;
  const at = Date.now();
  const frames = packets(0, 4_500, at);
  for (let from = 0; from < frames.length; from += 300) {
    uplink.sendFrames(frames.slice(from, from + 300));
    await until(() => ann.packets.length === from + 300);
  }
  expect(heard(ann)).toEqual(upTo(4_500));
  expect(uplink.taped().size).toBe(0);
  tapes.isAway = false;
  await until(() => uplink.texts.some(({ event }) => event === "resend"));
  // Of 90 s the last 60 s were kept.
  const known = uplink.taped();
  expect(known.size).toBeGreaterThan(2_000);
  expect(known.size).toBeLessThanOrEqual(3_000);
  expect(known.has(0)).toBe(false);
  const missing = frames.filter(({ seq }) => !known.has(seq)).map((frame) => ({ ...frame, isLate: true }));
  uplink.sendFrames(missing);
  uplink.close();
  await until(() => storedSeqs(tapes.batches).length === 4_500);
  expect(storedSeqs(tapes.batches).sort((a, b) => a - b)).toEqual(upTo(4_500));
  expect(ann.packets).toHaveLength(4_500);
});

test("where nothing may be recorded frames are acknowledged, and the tape is asked again every 20 s", async () => {
  const { uplink } = await onAir("never");
  tapes.keeps = false;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const at = Date.now();
  uplink.sendFrames(packets(0, 900, at));
  await until(() => uplink.taped().size === 900);
  expect(tapes.append).toHaveBeenCalledTimes(1);
  vi.setSystemTime(at + 20_100);
  tapes.keeps = true;
  uplink.sendFrames(packets(900, 300, at + 18_000));
  await until(() => uplink.taped().size === 1_200);
  expect(tapes.append).toHaveBeenCalledTimes(2);
  expect(storedSeqs(tapes.batches)).toEqual(upTo(300, 900));
});

test("late frames of another connection are recorded where they were on air, and never heard", async () => {
  const { room, ann, uplink } = await onAir("late");
  const at = Date.now();
  uplink.sendFrames(packets(0, 10, at));
  await until(() => ann.packets.length === 10);
  const { startTime } = await room.onAir();
  const next = await Uplink.open(room, "stream-late", "connection-2");
  next.sendFrames(packets(0, 5, Date.now()));
  await until(() => ann.packets.length === 15);
  expect(uplink.closeCode).toBeUndefined();
  uplink.sendFrames([
    ...packets(10, 3, Date.now(), { isLate: true }),
    // Not flagged, and heard just as little.
    ...packets(13, 2, Date.now()),
    // Long before the broadcast.
    ...packets(90, 5, (startTime ?? 0) - 60_000, { isLate: true }),
  ]);
  next.sendFrames(packets(200, 2, Date.now(), { isLate: true }));
  next.sendFrames(packets(5, 5, Date.now()));
  await until(() => ann.packets.length === 20);
  await room.streamChanged(down("late", "connection-2"));
  await until(() => tapes.ends.length === 1);
  // The broadcast is over: what is late still belongs to it.
  const back = await Uplink.open(room, "stream-late");
  back.sendFrames(packets(15, 2, at + 40, { isLate: true }));
  back.close();
  await until(() => storedSeqs(tapes.batches).length === 17);
  expect(storedSeqs(tapes.batches).sort((a, b) => a - b)).toEqual(upTo(17));
  expect(storedSeqs(tapes.batches, { connection: "connection-2" }).sort((a, b) => a - b)).toEqual([
    ...upTo(10),
    200,
    201,
  ]);
  expect(new Set(tapes.batches.map(({ subject }) => subject.broadcast)).size).toBe(1);
  expect(heard(ann)).toEqual([...upTo(10), ...upTo(10)]);
});

test("an encoder that is no longer carried is closed when all it has sent is recorded", async () => {
  const { room, uplink } = await onAir("leaving");
  tapes.isAway = true;
  uplink.sendFrames(packets(0, 20, Date.now()));
  await wait(50);
  await room.streamChanged(down("leaving"));
  await wait(100);
  expect(uplink.closeCode).toBeUndefined();
  uplink.sendFrames(packets(20, 2, Date.now() - 100, { isLate: true }));
  await wait(50);
  tapes.isAway = false;
  await until(() => uplink.closeCode === 4410);
  expect(uplink.taped()).toEqual(new Set(upTo(22)));
  expect(storedSeqs(tapes.batches)).toEqual(upTo(22));
});

test("one that has nothing left to record is closed at once", async () => {
  const { room, uplink } = await onAir("left");
  await room.streamChanged(down("left"));
  await until(() => uplink.closeCode === 4410);
});

test("the end of a broadcast is stored, and told even when the room has crashed in between", async () => {
  const { room, uplink } = await onAir("crashed");
  uplink.sendFrames(packets(0, 20, Date.now()));
  await wait(50);
  tapes.isAway = true;
  await room.streamChanged(down("crashed"));
  await until(() => tapes.append.mock.calls.length > 0);
  await runInDurableObject(room, (_, state) => state.abort("crash")).catch(() => undefined);
  const ends = () => tapes.ends.filter(({ subject }) => subject.room === "stage/crashed");
  expect(ends()).toEqual([]);
  tapes.isAway = false;
  await until(() => ends().length === 1);
  const { subject, endedAt } = ends()[0] ?? {};
  expect(subject).toMatchObject({ stageId: "crashed", performerId: null });
  const row = await env.DB.prepare("select ended_at from broadcasts where id = ?")
    .bind(subject?.broadcast)
    .first<{ ended_at: number }>();
  expect(row?.ended_at).toBe(endedAt);
  const left = await runInDurableObject(env.STAGE_ROOM.getByName("crashed"), (_, { storage }) =>
    storage.sql.exec("select json from memory where name = 'tape-ends'").one(),
  );
  expect(left).toEqual({ json: "[]" });
});
