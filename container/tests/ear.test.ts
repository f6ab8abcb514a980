/** A record on a turntable: real encoder, real Icecast, a thread of its own that names what is heard. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodePeaks, encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { extractPeaks } from "#packages/fingerprint/peak-stream.ts";
import { resample } from "#packages/fingerprint/resample.ts";
import { commonPart } from "#packages/fingerprint/same-recording.ts";
import { framesPerSecond, hopSamples } from "#packages/fingerprint/scale.ts";
import { makeMusic, toInputRate } from "#tests/helpers/made-music.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { type Encoder, startEncoder } from "./encoder.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { testPlace } from "./place.ts";
import { readSound, writeSound } from "./sounds.ts";

const { port, state } = await testPlace();
const seconds = 60;
const speed = 1.02;
const records = [1, 2, 3].map((seed) => makeMusic(seed, seconds));
let gateway: FakeGateway;
let agent: AgentProcess;
let encoder: Encoder | undefined;

beforeAll(async () => {
  mkdirSync(state, { recursive: true });
  const played = toInputRate(resample(records[1] ?? new Float32Array(), speed));
  const stereo = new Float32Array(2 * played.length).map((_, at) => played[at >> 1] ?? 0);
  writeSound(join(state, "record"), stereo);
  gateway = await startFakeGateway();
  for (const [index, sound] of records.entries()) {
    const peaks = encodePeaks({ frames: sound.length / hopSamples, peaks: extractPeaks(sound) });
    gateway.peaks.set(`record-${index}`, peaks);
  }
  agent = await startAgent({ port, state, gatewayUrl: gateway.url });
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
});
afterAll(async () => {
  encoder?.stop();
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

let plays = 0;

/** Plays the record on a mount of its own, which it returns. */
function playRecord(): string {
  encoder?.stop();
  const mount = `vinyl-${++plays}`;
  gateway.passwords.set(mount, "secret");
  gateway.send(routeOf(mount));
  const references = [...gateway.peaks.keys()];
  gateway.send({ type: "references", stream: `stream-${mount}`, version: "1", references });
  const input = ["-re", ...readSound(join(state, "record"))];
  encoder = startEncoder({ port, mount, password: "secret", input });
  return mount;
}

// One case: where the encoder was late at any time, there is a gap in its sound, and all of it is taken again.
test("a record 2 % faster is named with its speed and times, also after a lost connection and beside a probe, and its peaks are sent at its end", {
  timeout: 120_000,
}, async () => {
  const startedAt = Date.now();
  const mount = playRecord();
  const heard = () =>
    gateway.facts.filter((fact) => fact.type === "heard").filter((fact) => fact.mount === mount);
  const named = await until(() => heard().find(({ certainty }) => certainty === "named"), "a name", 50_000);
  expect(named).toMatchObject({ reference: "record-1", playback: "varispeed", isOver: false });
  expect(named.speed).toBeCloseTo(speed, 3);
  expect(Math.abs(named.from - startedAt)).toBeLessThan(5_000);
  expect(named.to).toBeGreaterThan(named.from + 14_000);
  expect(named.indexSize).toBe(3);
  expect(new Set(heard().map(({ reference }) => reference))).toEqual(new Set(["record-1"]));

  // A report that is lost with its connection is in the next snapshot.
  gateway.closeControl(1001);
  const before = gateway.snapshots.length;
  const known = await until(
    () =>
      gateway.snapshots
        .slice(before)
        .flat()
        .find((each) => each.mount === mount)?.heard,
    "a snapshot",
  );
  expect(known).toMatchObject([{ line: named.line, reference: "record-1", certainty: "named" }]);

  // The same thread answers it.
  gateway.send({ type: "probe", id: mount });
  const answer = await until(() => gateway.probed.find(({ id }) => id === mount), "an answer", 20_000);
  expect(answer.isRecognized).toBe(true);

  await until(() => heard().some(({ from, to }) => to - from > 34_000), "half of the record", 40_000);
  const endedBefore = Date.now();
  encoder?.stop();
  const stream = `stream-${mount}`;
  const sound = await until(() => gateway.sounds.find((each) => each.stream === stream), "the peaks", 20_000);
  const { frames } = decodePeaks(sound.peaks);
  const endedAt = sound.from + (frames / framesPerSecond) * 1_000;
  expect(Math.abs(endedAt - endedBefore)).toBeLessThan(5_000);
  const record = gateway.peaks.get("record-1") ?? new Uint8Array();
  expect(commonPart(sound.peaks, record)).not.toBeNull();
});
