/** The number of listeners of one relay on this machine, and their cost, with the usual servers beside it. */
import { setTimeout as sleep } from "node:timers/promises";
import { readSecrets } from "#scripts/instance/secrets.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { costOf } from "#tests/fixtures/processes.ts";
import { PlainIcecast } from "#tests/fixtures/rig/plain-icecast.ts";
import { freePort } from "#tests/fixtures/rig/ports.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms, percent } from "../report.ts";
import { median } from "../statistics.ts";
import { openBareLoop } from "./bare-loop.ts";
import { Chatters } from "./chatters.ts";
import { Load, type LoadOptions, type LoadResult } from "./load.ts";
import { Source } from "./source.ts";

const chatPerSecond = 50;
/** Lag of its own past which the load's clocks say nothing about the server. */
const maxLagMs = 100;

interface Run extends LoadResult {
  /** Cores that the server used. */
  cores: number;
  memoryPerListener: number;
}

export async function benchFanOut(options: BenchOptions): Promise<Chapter> {
  const figures: Figure[] = [];
  const voidBecause: string[] = [];
  const note = (name: string, run: Run, expected: number, aim?: { p99: string; lost: string }) => {
    if (run.worstLagMs > maxLagMs) {
      voidBecause.push(`${name}: the load's own event loop was ${ms(run.worstLagMs)} late.`);
    }
    if (run.packets < expected * 0.95) {
      voidBecause.push(`${name}: ${run.packets} packets came where about ${expected} were sent.`);
    }
    figures.push(
      { what: `${name}: packets lost`, value: `${run.lost} of ${run.packets}`, aim: aim?.lost },
      {
        what: `${name}: added delay, median / p99`,
        value: `${ms(run.delays.percentile(0.5))} / ${ms(run.delays.percentile(0.99))}`,
        aim: aim?.p99,
      },
      {
        what: `${name}: processor per 100 listeners`,
        value: percent(run.cores / (options.listeners / 100)),
      },
      { what: `${name}: processor`, value: percent(run.cores) },
    );
    if (run.memoryPerListener > 0) {
      figures.push({
        what: `${name}: memory per listener`,
        value: `${(run.memoryPerListener / 1024).toFixed(1)} KiB`,
      });
    }
  };
  const expected = options.listeners * 50 * (options.fanOutMs / 1_000);

  const cue = await measureCue(options);
  note("Cue", cue.quiet, expected, { p99: "≤ 60 ms", lost: "0" });
  note("Cue with chat", cue.chatty, expected, { p99: "≤ 60 ms", lost: "0" });
  figures.push(
    {
      what: `Cue: ${chatPerSecond} chat messages a second to all cost`,
      value: `${percent(cue.chatty.cores - cue.quiet.cores)} of a core`,
      aim: "< 15 %",
    },
    {
      what: "Cue: chat messages accepted / refused, time to acknowledgement",
      value: `${cue.accepted} / ${cue.refused}, ${ms(cue.chatDelay)}`,
    },
  );
  const bare = await measureBareLoop(options);
  note("Bare loop", bare, expected);
  figures.push({
    what: "Cue: processor, times the bare loop",
    value: (cue.quiet.cores / bare.cores).toFixed(2),
    aim: "≤ 1.15",
  });
  note("Icecast", await measureIcecast(options), expected);
  note("ws", await measureServer("ws", 0, options), expected);
  note("ws with chat", await measureServer("ws", chatPerSecond, options), expected);
  note("Socket.IO", await measureServer("socketIo", 0, options), expected);
  return {
    name: "fan-out",
    title: `Fan-out to ${options.listeners} listeners`,
    method:
      `Packets of 20 ms (128 kbit/s) every 20 ms for ${options.fanOutMs / 1_000} s; Cue, \`ws\` and Socket.IO send messages ` +
      "of three packets, Icecast a byte stream. Added delay is from the sending of a message's newest packet " +
      "to its arrival at a listener; the listeners share the machine with the server. The bare loop is a Durable " +
      "Object in the same runtime that sends each message on and does nothing else. Cue's packets come over " +
      "an uplink as the agent's do; `ws` and Socket.IO make theirs in the server itself, without that hop, and " +
      "send chat as messages of its own.",
    figures,
    voidBecause,
  };
}

async function measureCue(options: BenchOptions) {
  const cue = await CueInstance.start();
  try {
    const manager = await Person.register(cue.origin, "Manager");
    await cue.admin("make-manager", manager.username);
    const stage = await cue.createStage({ name: "Bench", manager: manager.username, isOnDemand: true });
    // The load speaks for the agent; the real one must not come back and take its place.
    for (const { pid } of await cue.processes("container/agent/main.ts")) process.kill(pid, "SIGSTOP");
    const agentKey = readSecrets(cue.state)?.agentKey ?? "";
    const source = await Source.start({ kind: "cue", origin: cue.origin, agentKey, mount: stage.mount });
    const runtime = (await cue.processes("workerd")).map(({ pid }) => pid);
    const room = `stage/${stage.id}`;
    const chatters = await Chatters.gather(cue.origin, room, chatPerSecond);
    const before = await costOf(runtime);
    const load = await Load.start({ kind: "cue", url: cue.origin, room, count: options.listeners });
    const quiet = await measure(load, runtime, before.memory, options);
    chatters.start();
    await sleep(2_000);
    const chatty = await measure(load, runtime, before.memory, options);
    chatters.end();
    await load.end();
    await source.end();
    const { acknowledged: accepted, refused } = chatters;
    return { quiet, chatty, accepted, refused, chatDelay: median(chatters.latencies) };
  } finally {
    await cue.stop();
  }
}

async function measureBareLoop(options: BenchOptions): Promise<Run> {
  const port = await freePort();
  const loop = await openBareLoop(port);
  const source = await Source.start({ kind: "bareLoop", port });
  const url = `ws://127.0.0.1:${port}/listener`;
  const run = await measureListeners({ kind: "ws", url, count: options.listeners }, loop.pid, options);
  await source.end();
  await loop.close();
  return run;
}

async function measureIcecast(options: BenchOptions): Promise<Run> {
  const icecast = await PlainIcecast.start({
    port: await freePort(),
    burstBytes: 0,
    maxClients: options.listeners + 50,
  });
  const { port, password } = icecast;
  const source = await Source.start({ kind: "icecast", port, password, mount: "bench" });
  const url = `http://127.0.0.1:${port}/bench`;
  const run = await measureListeners(
    { kind: "icecast", url, count: options.listeners },
    icecast.pid,
    options,
  );
  await source.end();
  await icecast.stop();
  return run;
}

async function measureServer(
  kind: "ws" | "socketIo",
  eventsPerSecond: number,
  options: BenchOptions,
): Promise<Run> {
  const port = await freePort();
  const server = await Source.start({ kind, port, eventsPerSecond });
  const url = kind === "ws" ? `ws://127.0.0.1:${port}` : `http://127.0.0.1:${port}`;
  const run = await measureListeners({ kind, url, count: options.listeners }, server.pid, options);
  await server.end();
  return run;
}

async function measureListeners(load: LoadOptions, pid: number, options: BenchOptions): Promise<Run> {
  const before = await costOf([pid]);
  const listeners = await Load.start(load);
  const run = await measure(listeners, [pid], before.memory, options);
  await listeners.end();
  return run;
}

async function measure(
  load: Load,
  pids: number[],
  memoryBefore: number,
  options: BenchOptions,
): Promise<Run> {
  await sleep(2_000);
  const before = await costOf(pids);
  const result = await load.measure(options.fanOutMs);
  const after = await costOf(pids);
  return {
    ...result,
    cores: (after.cpuMs - before.cpuMs) / options.fanOutMs,
    memoryPerListener: (after.memory - memoryBefore) / options.listeners,
  };
}
