/** Attacks on the agent by one client have no effect on other broadcasters. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cpuMs } from "#container/agent/audio/cpu-watch.ts";
import { readRunDelayMs } from "#container/agent/stall-watch.ts";
import { Mp3Frames } from "#packages/audio-formats/mp3-frames.ts";
import { OggPages } from "#packages/audio-formats/ogg-pages.ts";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { type Crafted, crafted } from "./crafted.ts";
import { encodings, openSource } from "./encoder.ts";
import { type FakeGateway, type ReceivedFrame, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { testPlace } from "./place.ts";

const { port, state } = await testPlace();
const honest = Array.from({ length: 8 }, (_, index) => `honest${index}`);
const attackEachMs = 800;
const baselineMs = 3_000;
const settleMs = 10_000;
/** The allowed additional delay during an attack: players buffer 300 ms. Without limits it is seconds. */
const toleratedMs = 80;
/**
 * Limits of a busy machine: if the timers of this process are later than this, or it waited for a processor for more
 * than this share of the time, the measurement is repeated.
 */
const clockLateMs = 30;
const starvedShare = 0.1;
const maxTries = 3;
const againWithinMs = 40_000;
/**
 * The allowed share of a core for the agent itself; without a limit each of the worst inputs takes a whole core. On a
 * machine that is slow at the moment the same work is a larger share: what the honest streams cost there measures that
 * (9 % of a core on a calm machine, where the attack adds 14 %).
 */
const maxCpuShare = 0.4;
const maxCpuPerHonest = 3.5;
/** Share of a core that the honest streams cost from which on the machine is slow, and its times are not reliable. */
const slowMachineShare = 0.14;
const endedAtOnce: Crafted[] = [
  "unendingPacket",
  "headers",
  "lowRate",
  "chain",
  "emptyPages",
  "smallPackets",
  "haste",
];

let gateway: FakeGateway;
let agent: AgentProcess;
let attacker: ChildProcess;
let attacked: Attack[] = [];

beforeAll(async () => {
  gateway = await startFakeGateway();
  for (const mount of [...honest, "hostile"]) gateway.passwords.set(mount, "pw");
  agent = await startAgent({ port, state, gatewayUrl: gateway.url });
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
});
afterEach(({ onTestFailed }) => onTestFailed(() => console.info(agent.output(), attacked)));
afterAll(async () => {
  attacker?.kill("SIGKILL");
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

/** The delay of this process's own timers, which send and receive: it is not caused by the agent. */
const clock: { at: number; lateMs: number }[] = [];
function watchClock(): void {
  let due = performance.now() + 10;
  setInterval(() => {
    const at = performance.now();
    clock.push({ at, lateMs: Math.max(0, at - due) });
    due = at + 10;
  }, 10).unref();
}

/** Half of them in MP3, which ffmpeg has to decode, half in Opus, which passes through. */
async function broadcast(): Promise<void> {
  const encode = (encoding: string) =>
    execFileSync(
      "ffmpeg",
      `-v error -f lavfi -i sine=sample_rate=48000:duration=70 -ac 2 ${encoding} pipe:1`.split(" "),
      { maxBuffer: 64 * 1024 * 1024 },
    );
  const mp3 = new Mp3Frames().push(encode(encodings.mp3)).map(({ bytes }) => bytes);
  const opus = new OggPages().push(encode(encodings.opus)).map(({ bytes }) => bytes);
  const streams: { socket: Socket; pieces: Uint8Array[]; everyMs: number; next: number }[] = [];
  for (const [index, mount] of honest.entries()) {
    gateway.send(routeOf(mount));
    const [pieces, everyMs] = index % 2 === 0 ? [mp3, 24] : [opus, 20];
    streams.push({ socket: await openSource(port, mount, "pw"), pieces, everyMs, next: 0 });
  }
  const began = performance.now();
  setInterval(() => {
    for (const stream of streams)
      while (began + stream.next * stream.everyMs <= performance.now())
        stream.socket.write(stream.pieces[stream.next++ % stream.pieces.length] ?? Buffer.alloc(0));
  }, 4).unref();
}

function framesOf(mount: string): ReceivedFrame[] {
  return gateway.frames.filter(({ stream, kind }) => stream === `stream-${mount}` && kind === "opus");
}

/** Returns how late the packets due in this time arrived, for each stream: the 99th percentile, ms. */
function lateness(from: number, to: number): number[] {
  return honest.map((mount) => {
    const frames = gateway.frames.filter(
      ({ stream, kind }) => stream === `stream-${mount}` && kind === "opus",
    );
    const delays = frames.map(({ receivedAt, seq }) => receivedAt - seq * 20);
    const earliest = Math.min(...delays);
    const received = new Map(frames.map(({ receivedAt, seq }) => [seq, receivedAt]));
    const first = Math.ceil((from - earliest) / 20);
    const late = Array.from({ length: Math.floor((to - from) / 20) }, (_, index) => {
      const at = received.get(first + index);
      if (at === undefined) return Number.POSITIVE_INFINITY;
      return Math.max(0, at - earliest - (first + index) * 20 - clockLateness(at - 100, at));
    });
    return percentile(late, 0.99);
  });
}

/**
 * Waits until delays of the start are over on a busy machine: sound that arrived in large chunks is delayed for some
 * seconds.
 */
async function settled(): Promise<void> {
  const deadline = performance.now() + settleMs;
  do await sleep(250);
  while (
    performance.now() < deadline &&
    Math.max(...lateness(performance.now() - 2_000, performance.now() - 500)) > toleratedMs
  );
}

function clockLateness(from: number, to: number): number {
  return clock.reduce((sum, { at, lateMs }) => (at >= from && at <= to + 15 ? sum + lateMs : sum), 0);
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.POSITIVE_INFINITY;
}

/** Returns the memory of the agent. */
function residentBytes(): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${agent.child.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
function agentCpuMs(): number {
  return cpuMs(agent.child.pid ?? 0) ?? 0;
}
function transcoders(): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return new RegExp(`\\(ffmpeg\\) \\w ${agent.child.pid} `).test(
          readFileSync(`/proc/${pid}/stat`, "utf8"),
        );
      } catch {
        return false;
      }
    }).length;
}

async function startAttacker(): Promise<{ attack: () => Promise<Attack[]> }> {
  const script = fileURLToPath(new URL("./attacker.ts", import.meta.url));
  attacker = spawn(process.execPath, [script, String(port), "hostile", "pw", String(attackEachMs)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: attacker.stdout ?? process.stdin }).on("line", (line) => lines.push(line));
  const exited = once(attacker, "exit");
  await until(() => lines.length > 0, "the attacker is ready", 60_000);
  return {
    async attack() {
      attacker.stdin?.write("go\n");
      await exited;
      return lines.slice(1).map((line) => JSON.parse(line) as Attack);
    },
  };
}

interface Attack {
  name: Crafted;
  sent: number;
  ends: number;
  refusals: number;
}

test("eight streams arrive unchanged while a client sends every hostile input", {
  timeout: 200_000,
  // It takes itself again, with the same streams.
  retry: 0,
}, async () => {
  const startedAt = performance.now();
  watchClock();
  let { attack } = await startAttacker();
  await broadcast();
  let memoryBefore = 0;
  for (let tries = 1; ; tries++) {
    if (tries > 1) ({ attack } = await startAttacker());
    await settled();
    memoryBefore ||= residentBytes();
    const [baselineAt, cpuAtBaseline] = [performance.now(), agentCpuMs()];
    const waitedBefore = readRunDelayMs() ?? 0;
    await sleep(baselineMs);
    const [attackAt, cpuAtAttack] = [performance.now(), agentCpuMs()];
    attacked = await attack();
    const [overAt, cpuOver] = [performance.now(), agentCpuMs()];
    const waitedShare = ((readRunDelayMs() ?? 0) - waitedBefore) / (overAt - baselineAt);
    await sleep(1_500); // for late packets

    const [before, during] = [lateness(baselineAt, attackAt), lateness(attackAt, overAt)];
    const ownClock = percentile(
      clock.filter(({ at }) => at >= baselineAt).map(({ lateMs }) => lateMs),
      0.99,
    );
    const round = (values: number[]) => values.map((ms) => ms.toFixed(0)).join(" ");
    console.info(
      `try ${tries}: p99 lateness of 8 streams, ms: before ${round(before)}, during ${round(during)}; own clock ${ownClock.toFixed(0)}, without a processor ${(waitedShare * 100).toFixed(0)} %`,
    );
    const cpuBefore = (cpuAtAttack - cpuAtBaseline) / (attackAt - baselineAt);
    const cpuDuring = (cpuOver - cpuAtAttack) / (overAt - attackAt);
    const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
    console.info(
      `of a core, the agent: before ${percent(cpuBefore)}, during ${percent(cpuDuring)}; memory ${memoryBefore >> 20} MB, then ${residentBytes() >> 20} MB`,
    );
    const worst = Math.max(...during.map((ms, index) => ms - (before[index] ?? 0)));
    const isMachineLate =
      ownClock > clockLateMs || waitedShare > starvedShare || cpuBefore > slowMachineShare;
    const isTimeLeft = performance.now() - startedAt < againWithinMs;
    const allowedShare = Math.max(maxCpuShare, maxCpuPerHonest * cpuBefore);
    const isOver = worst >= toleratedMs || cpuDuring - cpuBefore >= allowedShare;
    if (isOver && isMachineLate && tries < maxTries && isTimeLeft) continue;
    // Times are not reliable on a machine that is busy otherwise; the agent's cost still is.
    if (!isMachineLate) expect(worst).toBeLessThan(toleratedMs);
    expect(cpuDuring - cpuBefore).toBeLessThan(allowedShare);
    for (const mount of honest)
      expect(framesOf(mount).map(({ seq }) => seq)).toEqual(framesOf(mount).map((_, index) => index));

    expect(attacked.map(({ name }) => name)).toEqual(Object.keys(crafted));
    const ended = attacked.filter(({ ends }) => ends > 0).map(({ name }) => name);
    expect(ended).toEqual(expect.arrayContaining(endedAtOnce));
    break;
  }

  // Nothing that the attacker sent is left.
  await until(() => transcoders() === honest.length, "only the honest ones have an ffmpeg", 3_000);
  expect(residentBytes() - memoryBefore).toBeLessThan(200_000_000);
  const reasons = agent.lines
    .filter(({ event }) => event === "source-disconnected")
    .map(({ reason }) => String(reason));
  for (const code of ["format", "headers", "flood"])
    expect(reasons.some((reason) => reason.startsWith(`${code}: `))).toBe(true);
  const faults = gateway.facts.flatMap((fact) =>
    fact.type === "disconnected" && fact.fault ? [fact.fault] : [],
  );
  expect(new Set(faults)).toEqual(new Set(["format", "headers", "flood"]));
  expect(gateway.facts.every((fact) => fact.type !== "disconnected" || fact.mount === "hostile")).toBe(true);
});
