import { readdirSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeCodes } from "#app/domains/air/media/contract/control.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { basic, type Encoder, encodings, exchange, openSource, sendTitle, startEncoder } from "./encoder.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { testPlace } from "./place.ts";

const { port, state } = await testPlace();
const mount = "mountF";
const password = "secret-F";
let gateway: FakeGateway;
let agent: AgentProcess;
const agents: AgentProcess[] = [];
const encoders: Encoder[] = [];

async function start(): Promise<AgentProcess> {
  const started = await startAgent({ port, state, gatewayUrl: gateway.url });
  agents.push(started);
  await until(() => started.last("control-connected"), "the agent reached the gateway");
  return started;
}

beforeEach(async ({ onTestFailed }) => {
  onTestFailed(() => console.info(agent.output(), encoders.map(({ complaints }) => complaints()).join("")));
  gateway = await startFakeGateway();
  gateway.passwords.set(mount, password);
  agent = await start();
});
afterEach(async () => {
  for (const encoder of encoders.splice(0)) encoder.stop();
  for (const started of agents.splice(0)) if (started.child.exitCode === null) await started.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

function encode(encoding: string = encodings.mp3): Encoder {
  const encoder = startEncoder({ port, mount, password, encoding });
  encoders.push(encoder);
  return encoder;
}

const opus = () => gateway.frames.filter(({ kind }) => kind === "opus");
const pidOf = (event: string) => Number(agent.last(event)?.pid);
const factTypes = () => gateway.facts.map(({ type }) => type).filter((type) => type !== "level");
const isRunning = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

test("killing ffmpeg interrupts the sound for at most a second with a marked gap", async () => {
  encode();
  await until(() => opus().length > 50, "on air");
  const before = opus().length;
  process.kill(pidOf("ffmpeg-started"), "SIGKILL");
  await until(
    () =>
      opus()
        .slice(before)
        .some(({ isDiscontinuity }) => isDiscontinuity),
    "a gap",
    1_000,
  );
  await until(() => opus().length > before + 50, "on air again", 2_000);
  expect(opus().map(({ seq }) => seq)).toEqual(opus().map((_, index) => index));
  expect(factTypes()).toEqual(["connected", "firstAudio"]);
});

test("killing ffmpeg does not interrupt Ogg Opus packets", async () => {
  encode(encodings.opus);
  await until(() => opus().length > 50, "on air");
  process.kill(pidOf("ffmpeg-started"), "SIGKILL");
  const killedAt = performance.now();
  const levels = gateway.facts.filter(({ type }) => type === "level").length;
  await until(() => gateway.facts.filter(({ type }) => type === "level").length > levels + 1, "levels again");
  const around = opus().filter(({ receivedAt }) => receivedAt > killedAt - 200);
  expect(around.some(({ isDiscontinuity }) => isDiscontinuity)).toBe(false);
  const gaps = around.slice(1).map(({ receivedAt }, index) => receivedAt - (around[index]?.receivedAt ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(500);
});

test("killing Icecast ends its sources, and Icecast and the encoder are back within three seconds", async () => {
  const encoder = encode();
  await until(() => opus().length > 25, "on air");
  process.kill(pidOf("icecast-started"), "SIGKILL");
  await encoder.exited;
  await until(() => factTypes().includes("disconnected"), "told", 1_000);
  // An encoder that reconnects immediately waits, and is not refused.
  const before = opus().length;
  encode();
  await until(() => opus().length > before + 25, "on air again", 3_000);
});

test("after the agent is killed, the next one ends its leftover processes and takes over", async () => {
  encode();
  await until(() => opus().length > 25, "on air");
  const [icecast, ffmpeg] = [pidOf("icecast-started"), pidOf("ffmpeg-started")];
  agent.child.kill("SIGKILL");
  await agent.exited;
  expect(isRunning(icecast)).toBe(true);
  agent = await start();
  await until(() => !isRunning(icecast) && !isRunning(ffmpeg), "the leftovers are gone", 2_000);
  expect(readdirSync(`${state}/agent/children`)).toHaveLength(1);
  const before = opus().length;
  encode();
  await until(() => opus().length > before + 25, "on air again");
  expect(new Set(gateway.starts).size).toBe(2);
});

test("while the Worker is unavailable, sound is buffered for two seconds, and known encoders can reconnect", async () => {
  encode();
  await until(() => opus().length > 25, "on air");
  gateway.goAway();
  const lastSeq = opus().at(-1)?.seq ?? 0;
  await sleep(1_000);
  encoders.pop()?.stop();
  await sleep(300);
  const again = await openSource(port, mount, password);
  expect(await exchange(port, `SOURCE /other HTTP/1.0\r\n${basic("x")}\r\n\r\n`, 7_000)).toMatch(/ 503 /);
  again.destroy();
  await sleep(200);
  encode();
  await sleep(500);
  gateway.comeBack();
  const snapshot = await until(() => {
    const latest = gateway.snapshots.at(-1);
    return latest?.[0]?.firstAudioAt ? latest : undefined;
  }, "repair");
  expect(snapshot).toMatchObject([{ mount, codec: "mp3" }]);
  await until(
    () => opus().some(({ connection }) => connection === snapshot[0]?.connection),
    "sound of the new one",
  );
  await until(() => opus().some(({ seq }) => seq > lastSeq), "later sound than before");
  const numbers = gateway.sequence;
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test("sound from a disconnect of the room's socket is sent once afterwards", async () => {
  encode();
  await until(() => opus().length > 25, "on air");
  gateway.closeAudio(1011);
  const before = opus().length;
  await until(() => opus().length > before + 50, "on air again", 4_000);
  expect(opus().map(({ seq }) => seq)).toEqual(opus().map((_, index) => index));
});

test("a route sends the sound to another room, nowhere, or not to a room that refused it", async () => {
  encode();
  await until(() => opus().length > 25, "on air");
  gateway.send(routeOf(mount, "profile/somebody"));
  await until(() => gateway.frames.at(-1)?.room === "profile/somebody", "in the other room");
  gateway.send(routeOf(mount, null));
  await until(() => gateway.audioSockets() === 0, "nowhere");
  gateway.send(routeOf(mount, "stage/two"));
  await until(() => gateway.frames.at(-1)?.room === "stage/two", "in the third room");
  gateway.closeAudio(closeCodes.unrouted);
  await sleep(1_500);
  expect(gateway.audioSockets()).toBe(0);
  gateway.send(routeOf(mount, "stage/two"));
  await until(() => gateway.audioSockets() === 1, "routed again");
});

test("a newer agent replaces this one, which exits with code 0", async () => {
  gateway.closeControl(closeCodes.fenced);
  expect(await agent.exited).toBe(0);
  expect(agent.last("replaced")).toBeDefined();
  expect(isRunning(pidOf("icecast-started"))).toBe(false);
});

test("password guesses are limited at the encoder port", async () => {
  const guess = (index: number) => sendTitle(port, mount, `guess-${index}`, "song=x");
  const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => guess(index)));
  expect(answers).not.toContain("HTTP/1.0 200 OK");
  expect(answers.filter((answer) => answer === "HTTP/1.0 429 Too Many Requests").length).toBeGreaterThan(100);
  expect(gateway.questions.filter(({ password }) => password.startsWith("guess-")).length).toBeLessThan(12);
});

test("an occupied port is named, and no process is left running", async () => {
  const second = await startAgent({
    port,
    state: `${state}/second`,
    gatewayUrl: gateway.url,
    untilReady: false,
  });
  expect(await second.exited).toBe(1);
  expect(second.output()).toContain(`Port ${port} is in use`);
  expect(second.last("icecast-started")).toBeUndefined();
}, 20_000);

test("missing programs are named, and the exit code is 78", async () => {
  const bare = await startAgent({
    port,
    state,
    gatewayUrl: gateway.url,
    untilReady: false,
    environment: { PATH: "/nonexistent" },
  });
  expect(await bare.exited).toBe(78);
  expect(bare.output()).toContain("Not installed: icecast2, ffmpeg");
});
