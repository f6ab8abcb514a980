import { env, evictDurableObject, SELF } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { agentPaths, type Fact } from "#app/domains/air/media/contract/control.ts";
import {
  decodePeakList,
  type HeardLine,
  maxSoundBytes,
  peaksRequest,
  soundRequest,
} from "#app/domains/air/media/contract/heard.ts";
import { signUpgrade } from "#app/domains/air/media/contract/signature.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { digestOf } from "#packages/fingerprint/peak-format.ts";
import { connectAgent, createBroadcaster, encoderOn, encoderReport } from "#tests/helpers/agent.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { makeReference } from "#tests/helpers/crates.ts";
import { makeMusic } from "#tests/helpers/made-music.ts";
import { soundPieces } from "#tests/helpers/sound-pieces.ts";
import { createLivePeaks } from "../live-peaks.ts";
import { ProfileRoom } from "../room/profile-room.ts";

let reports: StreamReport[] = [];
const last = (owner: string) => reports.findLast(({ ownerId }) => ownerId === owner);

beforeEach(() => {
  reports = [];
  vi.spyOn(ProfileRoom.prototype, "streamChanged").mockImplementation(async (report) => {
    reports.push(report);
    return { wants: false };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function agentOf(name: string) {
  const stub = env.MEDIA_GATEWAY.getByName(name);
  const agent = await connectAgent(stub, `start of ${name}`);
  await agent.hello(Date.now(), ["ear"]);
  return { stub, agent };
}

function line(change: Partial<HeardLine> = {}): HeardLine {
  const from = Date.now() - 20_000;
  return {
    line: "a line",
    reference: "a reference",
    from,
    to: from + 10_000,
    speed: 1,
    playback: "keylock",
    share: 0.4,
    chance: 0.01,
    seconds: 9,
    certainty: "possible",
    versions: [],
    isOver: false,
    indexSize: 1,
    ...change,
  };
}

test("the agent is told whose files may be heard on a stream, once until they change, and no one else's", async () => {
  const { stub, agent } = await agentOf("hot");
  const { mount, stream } = await createBroadcaster("hot-one");
  await createBroadcaster("hot-two");
  const own = await makeReference({ ownerId: "hot-one" });
  await makeReference({ ownerId: "hot-one", sameAs: own.id });
  await makeReference({ ownerId: "hot-two" });
  await agent.facts(encoderOn(mount)({ type: "connected" }));
  await runAlarm(stub);
  // An acknowledgement comes after all that was sent before it.
  await agent.snapshot([encoderReport(mount)]);
  const told = () => agent.heard.filter((message) => message.type === "references");
  expect(told()).toMatchObject([{ stream, references: [own.id] }]);
  const added = await makeReference({ ownerId: "hot-one" });
  for (const later of [5 * 60_000, 10 * 60_000]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + later });
    await runAlarm(stub);
    await agent.snapshot([encoderReport(mount)]);
    vi.useRealTimers();
  }
  const [first, again, ...rest] = told();
  expect(new Set(again?.references)).toEqual(new Set([own.id, added.id]));
  expect(again?.version).not.toBe(first?.version);
  expect(rest).toEqual([]);
});

test("the files of a performer whom a stage awaits are told before they connect, though they last played a month ago", async () => {
  const { stub, agent } = await agentOf("awaited");
  const { mount, stream } = await createBroadcaster("awaited-one");
  const own = await makeReference({ ownerId: "awaited-one" });
  await agent.facts(encoderOn(mount)({ type: "connected" }), encoderOn(mount)({ type: "disconnected" }));
  await runAlarm(stub);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30 * 24 * 3_600_000 });
  await runAlarm(stub);
  const told = () => agent.heard.filter((message) => message.type === "references");
  const before = told().length;
  await stub.watch("stage/awaited", ["awaited-one"]);
  await runAlarm(stub);
  await agent.snapshot([]);
  expect(told().slice(before)).toMatchObject([{ stream, references: [own.id] }]);
});

test("an agent without an ear is told nothing and asked nothing", async () => {
  const stub = env.MEDIA_GATEWAY.getByName("deaf");
  const agent = await connectAgent(stub, "start of deaf");
  await agent.hello();
  const { mount } = await createBroadcaster("deaf-one");
  await makeReference({ ownerId: "deaf-one" });
  await agent.facts(encoderOn(mount)({ type: "connected" }));
  await runAlarm(stub);
  expect(await stub.isEarWorking()).toBe(false);
  await agent.snapshot([]);
  expect(agent.heard.filter(({ type }) => type === "references" || type === "probe")).toEqual([]);
});

test("what is heard reaches the room once and in order, survives an eviction, and is in the next snapshot", async () => {
  const { stub, agent } = await agentOf("hearing");
  const { mount } = await createBroadcaster("hearing-one");
  const fact = encoderOn(mount);
  const heard = (change: Partial<HeardLine>): Fact => fact({ type: "heard", ...line(change) });
  await agent.facts(fact({ type: "firstAudio", codec: "mp3" }), heard({}));
  await vi.waitUntil(() => last("hearing-one")?.heard?.length === 1);
  await agent.facts(heard({ certainty: "named", seconds: 20 }));
  await vi.waitUntil(() => last("hearing-one")?.heard?.[0]?.certainty === "named");
  await agent.facts(heard({ isOver: true }), heard({ certainty: "named" }));
  await vi.waitUntil(() => last("hearing-one")?.heard?.[0]?.isOver === true);
  expect(last("hearing-one")?.heard).toHaveLength(1);
  // Times of a machine whose clock is wrong say nothing.
  await agent.facts(fact({ type: "heard", ...line({ line: "skewed" }) }, Date.now() - 3_600_000));
  await evictDurableObject(stub);
  const lost = [line({ isOver: true }), line({ line: "lost report", certainty: "named" })];
  await agent.snapshot([encoderReport(mount, { firstAudioAt: Date.now(), heard: lost })]);
  await vi.waitUntil(() => last("hearing-one")?.heard?.length === 2);
  expect(last("hearing-one")?.heard?.map((each) => each.line)).toEqual(["a line", "lost report"]);
});

test("the ear is asked for real, and what it has said is good for a minute", async () => {
  const { stub, agent } = await agentOf("probed");
  const first = await agent.next("probe");
  agent.send({ type: "probed", id: first.id, isRecognized: true, tookMs: 900 });
  await vi.waitUntil(() => stub.isEarWorking());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  const asked = stub.isEarWorking();
  const second = await agent.next("probe");
  agent.send({ type: "probed", id: second.id, isRecognized: false, tookMs: 900 });
  expect(await asked).toBe(false);
  vi.useRealTimers();
});

test("peaks are for the agent alone", async () => {
  await createBroadcaster("peaks");
  const reference = await makeReference({ ownerId: "peaks" });
  const path = peaksRequest(agentPaths.references, [reference.id, "missing"]);
  const ask = (headers: Record<string, string>) => SELF.fetch(`http://localhost:8787${path}`, { headers });
  const headers = await signUpgrade(env.CUE_AGENT_KEYS, path, Date.now());
  const answer = await ask(headers);
  expect(answer.status).toBe(200);
  const found = decodePeakList(new Uint8Array(await answer.arrayBuffer()));
  expect([...found.keys()]).toEqual([reference.id]);
  expect(found.get(reference.id)).toHaveLength(reference.peaksBytes);
  expect((await ask(headers)).status).toBe(401);
  expect((await ask({})).status).toBe(401);
  const other = peaksRequest(agentPaths.references, ["another"]);
  expect((await ask(await signUpgrade(env.CUE_AGENT_KEYS, other, Date.now()))).status).toBe(401);
});

test("the sound of a stream is kept as peaks, as the agent signed it and no other way", async () => {
  const from = Date.now() - 60_000;
  const [piece] = soundPieces(makeMusic(4, 60), from);
  const peaks = piece?.peaks ?? new Uint8Array();
  const digest = await digestOf(peaks);
  const stream = "stream-of-sound";
  const pathOf = (change = {}) => soundRequest(agentPaths.sound, { stream, from, digest, ...change });
  const send = async (path: string, body: Uint8Array<ArrayBuffer>, headers?: Record<string, string>) =>
    (
      await SELF.fetch(`http://localhost:8787${path}`, {
        method: "POST",
        body,
        headers: headers ?? (await signUpgrade(env.CUE_AGENT_KEYS, path, Date.now())),
      })
    ).status;
  const kept = () => createLivePeaks(env).read(stream, { from, to: from + 60_000 });
  expect(await send(pathOf(), peaks, {})).toBe(401);
  expect(await send(pathOf(), Uint8Array.from(peaks.toReversed()))).toBe(400);
  const noise = new Uint8Array(100);
  expect(await send(pathOf({ digest: await digestOf(noise) }), noise)).toBe(400);
  const long = new Uint8Array(maxSoundBytes + 1);
  expect(await send(pathOf({ digest: await digestOf(long) }), long)).toBe(400);
  expect(await send(pathOf({ from: from - 7 * 3_600_000 }), peaks)).toBe(400);
  expect(await send(pathOf({ from: from + 10 * 60_000 }), peaks)).toBe(400);
  expect(await send(pathOf({ stream: "../other" }), peaks)).toBe(400);
  expect(await kept()).toEqual([]);
  const headers = await signUpgrade(env.CUE_AGENT_KEYS, pathOf(), Date.now());
  expect(await send(pathOf(), peaks, headers)).toBe(204);
  expect(await send(pathOf(), peaks, headers)).toBe(401);
  expect(await kept()).toEqual([{ from, peaks }]);
});
