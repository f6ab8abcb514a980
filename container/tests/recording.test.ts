/** Complete recordings: what a room needs for one arrives, whatever happens to the network and to the encoder. */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeCodes } from "#app/domains/air/media/contract/control.ts";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { type Encoder, encodings, startEncoder } from "./encoder.ts";
import { type FakeGateway, type ReceivedFrame, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { testPlace } from "./place.ts";

const { port, state } = await testPlace();
const mount = "mountR";
const password = "secret-R";
const kinds = ["opus", "mp3", "levels"] as const;
let gateway: FakeGateway;
let agent: AgentProcess;
let encoder: Encoder;

beforeEach(async ({ onTestFailed }) => {
  onTestFailed(() => console.info(agent.output(), encoder.complaints()));
  gateway = await startFakeGateway();
  gateway.passwords.set(mount, password);
  agent = await startAgent({ port, state, gatewayUrl: gateway.url });
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
  encoder = startEncoder({ port, mount, password, encoding: encodings.mp3 });
});
afterEach(async () => {
  encoder.stop();
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

const numbers = (frames: ReceivedFrame[], kind: UplinkFrame["kind"]) =>
  frames.filter((frame) => frame.kind === kind).map(({ seq }) => seq);
const upTo = (end: number) => Array.from({ length: end }, (_, index) => index);
/** The numbers of a kind that have come live or late, without repetitions. */
const received = (kind: UplinkFrame["kind"]) =>
  [...new Set([...numbers(gateway.frames, kind), ...numbers(gateway.late, kind)])].toSorted((a, b) => a - b);

test("after twenty seconds without a network, fresh sound comes first, then everything that is missing", async () => {
  gateway.isTaping = false;
  await until(() => numbers(gateway.frames, "levels").length > 2, "on air");
  gateway.goAway();
  await sleep(20_000);
  gateway.comeBack();
  const again = await until(() => gateway.helds[1], "connected again");
  expect(again.held).toEqual({ opus: 0, mp3: 0, levels: 0 });
  const isComplete = () => gateway.late.length > 0 && received("levels").every((seq, index) => seq === index);
  await until(isComplete, "the missing levels", 25_000);
  const live = gateway.frames.slice(again.after);
  await until(() => numbers(gateway.late, "opus").at(-1) === (numbers(live, "opus")[0] ?? 0) - 1, "the rest");
  await until(() => numbers(gateway.late, "mp3").at(-1) === (numbers(live, "mp3")[0] ?? 0) - 1, "the rest");

  const [firstLate] = gateway.late;
  const before = live.filter(({ receivedAt }) => receivedAt <= (firstLate?.receivedAt ?? 0));
  expect(numbers(before, "opus").length).toBeGreaterThan(50);
  for (const kind of kinds) {
    const heard = numbers(live, kind);
    expect(numbers(gateway.late, kind), kind).toEqual(upTo(heard[0] ?? 0));
    expect(heard, kind).toEqual(heard.map((_, index) => (heard[0] ?? 0) + index));
    // There is a gap for listeners, and none in the recording.
    const marked = gateway.late.filter((frame) => frame.kind === kind && frame.isDiscontinuity);
    expect(numbers(marked, kind), kind).toEqual([0]);
    expect(live.find((frame) => frame.kind === kind)?.isDiscontinuity, kind).toBe(true);
  }
  const opus = gateway.late.filter(({ kind }) => kind === "opus");
  const tookMs = (opus.at(-1)?.receivedAt ?? 0) - (opus[0]?.receivedAt ?? 0);
  expect((opus.length * 20) / tookMs).toBeLessThan(2.1);
}, 90_000);

test("what is taped is forgotten, and what is not is sent again when the room asks", async () => {
  await until(() => numbers(gateway.frames, "levels").length > 2, "on air");
  gateway.isTaping = false;
  await sleep(500);
  const lastTaped = Math.min(...numbers(gateway.frames, "opus").slice(-50));
  gateway.sendAudio("not JSON");
  gateway.sendAudio(JSON.stringify({ event: "taped", data: { kind: "opus", from: 0, to: 1e12 } }));
  gateway.sendAudio(JSON.stringify({ event: "unknown", data: {} }));
  gateway.sendAudio(JSON.stringify({ event: "resend", data: {} }));
  await until(() => numbers(gateway.late, "opus").length > 20, "sent again");
  expect(numbers(gateway.late, "opus")[0]).toBeGreaterThan(lastTaped - 50);
  const known = new Set(numbers(gateway.frames, "opus"));
  expect(numbers(gateway.late, "opus").every((seq) => known.has(seq))).toBe(true);

  for (const kind of kinds)
    gateway.sendAudio(JSON.stringify({ event: "taped", data: { kind, from: 0, to: 2 ** 31 - 1 } }));
  await sleep(200);
  const sent = Math.max(...numbers(gateway.frames, "opus"));
  gateway.closeAudio(1011);
  const again = await until(() => gateway.helds[1], "connected again");
  expect(again.held.opus).toBeGreaterThan(sent - 50);
  expect(again.held.levels ?? Number.POSITIVE_INFINITY).toBeGreaterThan(1);
});

test("the rest arrives after the encoder has ended, and then the socket closes", async () => {
  await until(() => numbers(gateway.frames, "levels").length > 1, "on air");
  gateway.goAway();
  await sleep(4_000);
  encoder.stop();
  await encoder.exited;
  await sleep(1_000);
  gateway.comeBack();
  await until(() => gateway.late.length > 0 && gateway.audioSockets() === 0, "recorded", 15_000);
  for (const kind of kinds) {
    const all = received(kind);
    expect(all, kind).toEqual(upTo(all.length));
  }
  expect(received("opus").length).toBeGreaterThan(200);
  expect(agent.last("sound-not-recorded")).toBeUndefined();
});

test("an encoder that reconnects is heard while the rest of its last connection is sent", async () => {
  gateway.isTaping = false;
  await until(() => numbers(gateway.frames, "levels").length > 2, "on air");
  const [first] = gateway.helds;
  encoder.stop();
  await encoder.exited;
  encoder = startEncoder({ port, mount, password });
  const second = await until(() => gateway.helds[1], "connected again");
  expect(second.connection).not.toBe(first?.connection);
  await until(() => gateway.frames.some(({ connection }) => connection === second.connection), "heard");
  expect(gateway.audioSockets()).toBe(2);
  // The socket of the first may be the last that is opened: nothing on it is to be heard.
  const isFirst = (frame: ReceivedFrame) => frame.connection === first?.connection;
  const heard = gateway.frames.filter(isFirst).length;
  const cutAt = performance.now();
  gateway.closeAudio(1011);
  const isAgain = (frame: ReceivedFrame) => isFirst(frame) && frame.receivedAt > cutAt + 500;
  await until(() => gateway.audioSockets() === 2 && gateway.late.some(isAgain), "both are back");
  expect(gateway.frames.filter(isFirst)).toHaveLength(heard);
  for (const kind of kinds)
    gateway.sendAudio(JSON.stringify({ event: "taped", data: { kind, from: 0, to: 2 ** 31 - 1 } }));
  await until(() => gateway.audioSockets() === 1, "the first is recorded");
});

test("a room that no longer carries a stream still gets what it was sent while it did", async () => {
  gateway.isTaping = false;
  await until(() => numbers(gateway.frames, "levels").length > 1, "on air");
  gateway.closeAudio(closeCodes.unrouted);
  await until(() => gateway.helds[1], "connected for the rest");
  gateway.isTaping = true;
  await until(() => gateway.late.length > 0 && gateway.audioSockets() === 0, "recorded");
  for (const kind of kinds) {
    const all = received(kind);
    expect(all, kind).toEqual(upTo(all.length));
  }
  // Not refused for good: the next route is followed.
  gateway.send(routeOf(mount));
  await until(() => gateway.audioSockets() === 1, "on air again");
});

test("nothing of a sound check is kept", async () => {
  gateway.isTaping = false;
  gateway.send(routeOf(mount, "sound-check/somebody"));
  await until(
    () => gateway.frames.filter(({ room }) => room.startsWith("sound-check/")).length > 100,
    "heard",
  );
  const { length } = gateway.helds;
  gateway.closeAudio(1011);
  const again = await until(() => gateway.helds[length], "connected again");
  expect(again.held).toEqual({});
  encoder.stop();
  await until(() => gateway.audioSockets() === 0, "ended at once", 3_000);
  expect(gateway.late.filter(({ room }) => room.startsWith("sound-check/"))).toEqual([]);
});
