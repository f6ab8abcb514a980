/** Each fault of an encoder is detected within ten seconds, without false ones: real encoders in parallel. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import { encoderFaults } from "#app/domains/air/media/encoder-faults.ts";
import type { EncoderRecord } from "#app/domains/air/media/encoder-record.ts";
import { applyFact, noEncoder } from "#durable-objects/media-gateway/encoder.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { type Encoder, encodings, openSource, startEncoder } from "./encoder.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { testPlace } from "./place.ts";
import { music, readSound, soundRate, stuck, writeSound } from "./sounds.ts";

const { port, state } = await testPlace();
const namedWithinMs = 10_000;
/** The interval in which the page polls. */
const pollMs = 2_000;
/** A fault that the server knows by then is shown in time. */
const knownWithinMs = namedWithinMs - pollMs;
/** Longer than any case takes. */
const seconds = 20;
let gateway: FakeGateway;
let agent: AgentProcess;

beforeAll(async () => {
  const song = music(seconds);
  writeSound(join(state, "song"), song);
  writeSound(join(state, "stuck"), stuck(song, 500, 92.9));
  gateway = await startFakeGateway();
  agent = await startAgent({ port, state, gatewayUrl: gateway.url });
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
});
afterAll(async () => {
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

const known = new Map<string, EncoderRecord>();
let told = 0;
/** The record of the encoder that the gateway would keep by now. */
function recordOf(mount: string): EncoderRecord {
  for (const fact of gateway.facts.slice(told))
    if (fact.type !== "refused") known.set(fact.mount, applyFact(known.get(fact.mount) ?? noEncoder, fact));
  told = gateway.facts.length;
  return known.get(mount) ?? noEncoder;
}

/** The view that the performer's page would get now. */
function viewOf(mount: string): EncoderView {
  const {
    state,
    codec,
    level,
    silentSince,
    connectedAt,
    firstAudioAt,
    quality,
    disconnectedAt,
    isFrozenEnd,
  } = recordOf(mount);
  const now = Date.now();
  if (state === "down") {
    const ended = disconnectedAt === null ? null : { at: disconnectedAt, isFrozen: isFrozenEnd };
    return { now, encoder: false, ended };
  }
  const status = firstAudioAt === null ? "connected" : "audioDetected";
  const encoder = {
    connected: true,
    status,
    testLevel: null,
    codec,
    level,
    silentSince,
    connectedAt,
    quality,
  } as const;
  return { now, encoder, ended: null };
}
const faultsOf = (mount: string) => {
  const view = viewOf(mount);
  return encoderFaults(view, view.now + pollMs);
};
const codesOf = (mount: string) => faultsOf(mount).map(({ code }) => code);

let mounts = 0;
/** A new one for each attempt. */
function newMount(): string {
  const mount = `mount${++mounts}`;
  gateway.passwords.set(mount, "pw");
  gateway.send(routeOf(mount));
  return mount;
}

interface Sent {
  sound?: string;
  filter?: string;
  encoding?: string;
  pace?: number;
}

/** Programs that start simultaneously delay each other. */
const startsApartMs = 200;
let mayStart = Promise.resolve();

/** Starts an ffmpeg that reads a file at this pace until the case is over. */
async function send(context: TestContext, sent: Sent): Promise<{ mount: string; encoder: Encoder }> {
  const { sound = "song", filter = "anull", encoding = encodings.mp3, pace = 1 } = sent;
  const turn = mayStart;
  mayStart = turn.then(() => sleep(startsApartMs));
  await turn;
  const mount = newMount();
  const input = ["-readrate", String(pace), ...readSound(join(state, sound)), "-af", filter];
  const encoder = startEncoder({ port, mount, password: "pw", input, pace, encoding });
  context.onTestFinished(encoder.stop);
  return { mount, encoder };
}

const mono = "pan=stereo|c0=c0|c1=c0";
const leftOnly = "pan=stereo|c0=c0|c1=0*c0";
/** A soft passage, a pause, a soft passage. */
const soft = "volume='if(between(t,4,6),0,0.03)':eval=frame";
const loud = "volume=15dB,asoftclip=type=tanh,volume=-0.2dB";

/** Faulty sound, and the one fault that it must cause. */
const allFaulty: [name: string, title: RegExp, sent: Sent][] = [
  ["silence", /^Silent/, { filter: "volume=0" }],
  ["mono", /^Mono: both channels are the same/, { filter: mono, encoding: encodings.vorbis }],
  ["one channel", /^Mono: your encoder sends one channel/, { encoding: `-ac 1 ${encodings.mp3}` }],
  ["left only", /right channel is silent/, { filter: leftOnly, encoding: encodings.aac }],
  ["clipping", /^Clipping: too loud/, { filter: "volume=18dB" }],
  ["stuck driver", /the same moment over and over/, { sound: "stuck" }],
  ["22.05 kHz", /22.05 kHz: set 44.1 or 48/, { encoding: `-ar 22050 ${encodings.mp3}` }],
  ["96 kHz", /96 kHz: set 44.1 or 48/, { encoding: `-ar 96000 ${encodings.flac}` }],
  // Samples of 48 kHz that are labelled 44.1 arrive at the speed of 48, 8.8 % ahead.
  ["mislabelled", /^Too fast: [89]%/, { pace: soundRate / 44_100 }],
  ["too slow", /^Too slow: /, { encoding: encodings.opus, pace: 0.93 }],
  ["64 kbit/s", /^Bitrate (56|64|72) kbit/, { encoding: encodings.mp3.replace("128k", "64k") }],
];

/** One that is heard in the level, in the channels, in the header and in the pace. */
const faulty = isSweep
  ? allFaulty
  : allFaulty.filter(([name]) => ["silence", "left only", "22.05 kHz", "too slow"].includes(name));

const allHealthy: [name: string, sent: Sent][] = [
  ["music", {}],
  ["loud", { filter: loud }],
  ["soft", { filter: soft, encoding: encodings.opus }],
  ["in lumps", { encoding: encodings.vorbis.replace("20000", "1000000") }],
];

const healthy = isSweep ? allHealthy : allHealthy.filter(([name]) => name === "soft");

/** Encoders at the same time in a repeated test: eleven can make a busy machine late themselves. */
const fewEncoders = 3;

/** Handles all items simultaneously, or a few at a time where the machine was late before. */
async function sideBySide<Item, Result>(
  { task }: TestContext,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const atOnce = (task.result?.retryCount ?? 0) > 0 ? fewEncoders : items.length;
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += atOnce)
    results.push(...(await Promise.all(items.slice(first, first + atOnce).map(work))));
  return results;
}

describe.concurrent("beside other sources,", () => {
  test("each fault is detected within ten seconds, without any other", async (context) => {
    const named = await sideBySide(context, faulty, async ([name, , sent]) => {
      const { mount, encoder } = await send(context, sent);
      await until(() => recordOf(mount).connectedAt, name);
      const dueAt = (recordOf(mount).connectedAt ?? 0) + knownWithinMs;
      while (faultsOf(mount).length === 0 && Date.now() < dueAt) await sleep(50);
      const titles = faultsOf(mount).map(({ title }) => title);
      encoder.stop();
      return [name, titles];
    });
    expect(named).toEqual(faulty.map(([name, title]) => [name, [expect.stringMatching(title)]]));
  });

  test("music of any level and chunking has no fault and correct measurements", async (context) => {
    await sideBySide(context, healthy, async ([name, sent]) => {
      const { mount, encoder } = await send(context, sent);
      await until(() => recordOf(mount).connectedAt, name);
      const endsAt = Date.now() + namedWithinMs;
      while (Date.now() < endsAt) {
        expect([name, faultsOf(mount)]).toEqual([name, []]);
        await sleep(100);
      }
      const { quality } = recordOf(mount);
      expect(quality).toMatchObject({ sampleRate: 48_000, channels: 2, drops: { count: 0 } });
      // A second at a time takes longer to judge.
      if (name !== "in lumps") expect(quality?.pace).toBeCloseTo(1, 2);
      expect(quality?.delay.networkMs).toBeGreaterThanOrEqual(0);
      expect(quality?.delay.agentMs).toBeGreaterThan(0);
      encoder.stop();
    });
  });

  test("a stalled encoder is frozen after 3 s, also after Icecast has disconnected it", async (context) => {
    const { mount, encoder } = await send(context, {});
    await until(() => viewOf(mount).encoder && codesOf(mount).length === 0, "well");
    await sleep(2_000);
    encoder.freeze();
    const stoppedAt = Date.now();
    await until(() => codesOf(mount).includes("frozen"), "frozen", 5_000);
    expect(Date.now() - stoppedAt).toBeGreaterThan(2_500);
    expect(codesOf(mount)).toEqual(["frozen"]);
    await until(() => viewOf(mount).encoder === false, "let go", 8_000);
    expect(faultsOf(mount)[0]?.title).toBe("Your encoder froze and was disconnected");
  });

  test("a second without data is a gap that points to the network", async (context) => {
    const { mount, encoder } = await send(context, {});
    await until(() => viewOf(mount).encoder && codesOf(mount).length === 0, "well");
    await sleep(3_500);
    encoder.freeze();
    await sleep(1_000);
    encoder.thaw();
    await until(() => codesOf(mount).includes("drops"), "drops", 3_000);
    expect(faultsOf(mount)[0]?.advice).toMatch(/stopped for up to (0\.9|1\.\d) s/);
  });

  test("undecodable bytes are reported as such", async () => {
    const mount = newMount();
    const socket = await openSource(port, mount, "pw");
    const bytes = Buffer.from(Uint8Array.from({ length: 4_000 }, (_, n) => (n * 31) % 251));
    const timer = setInterval(() => socket.write(bytes), 250);
    await until(() => codesOf(mount).includes("unreadable"), "unreadable", knownWithinMs);
    clearInterval(timer);
    socket.destroy();
  });
});

/** Runs last and alone, because it suspends the agent that all cases share. */
test("delays of the agent itself cause no fault", async (context) => {
  const { mount } = await send(context, {});
  await until(() => viewOf(mount).encoder && codesOf(mount).length === 0, "well");
  await sleep(4_000);
  agent.child.kill("SIGSTOP");
  context.onTestFinished(() => void agent.child.kill("SIGCONT"));
  await sleep(3_500);
  const before = gateway.facts.length;
  agent.child.kill("SIGCONT");
  await sleep(4_000);
  const measured = gateway.facts
    .slice(before)
    .filter((fact) => fact.type === "level")
    .map(({ quality }) => quality);
  expect(measured.length).toBeGreaterThan(5);
  for (const quality of measured) {
    expect(quality).toMatchObject({ drops: { count: 0 } });
    expect(quality?.quietMs).toBeLessThan(1_000);
    expect(quality?.delay.agentMs).toBeLessThan(300);
    expect(Math.abs((quality?.pace ?? 1) - 1)).toBeLessThan(0.01);
  }
  expect(faultsOf(mount)).toEqual([]);
});
