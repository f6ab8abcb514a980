import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeFile } from "#tests/helpers/ogg-writer.ts";
import type { ReplaySource } from "../contract.ts";
import type { EngineHost, ReplayEngine } from "../engines/engine.ts";
import { ReplayRun } from "./replay-run.ts";

/** Stands for the engine that the ladder chooses. */
class FakeEngine implements ReplayEngine {
  readonly name = "webcodecs";
  readonly tapNode = null;
  readonly isProgressive = false;
  readonly orders: unknown[] = [];
  heardAt: number | null = null;
  readonly host: EngineHost;

  constructor(host: EngineHost) {
    this.host = host;
  }
  start(): void {
    const port = { postMessage: () => {}, close: () => {} } as unknown as MessagePort;
    this.host.sound.listen(this.host.listen, port);
  }
  async stop(): Promise<void> {}
  setGain(): void {}
  setPaused(isPaused: boolean): void {
    this.orders.push(isPaused ? "pause" : "go on");
  }
  jumpTo(position: number, jump: number): void {
    this.orders.push({ position, jump });
    this.heardAt = null;
  }
  figures() {
    return { heardAt: this.heardAt, bufferMs: 0, underruns: 0, concealed: 0 };
  }
  level(): number {
    return 0;
  }
  tell(type: "sounding" | "starved", heardAt: number | null): void {
    this.heardAt = heardAt;
    this.host.onEvent({ type });
  }
}

const engines = vi.hoisted((): unknown[] => []);
vi.mock("./replay-plan.ts", () => ({
  replayPlan: () => ({
    rungs: ["webcodecs"],
    make: (_: string, host: EngineHost) => {
      engines.push(new FakeEngine(host));
      return engines.at(-1);
    },
  }),
}));

beforeEach(() => {
  vi.useFakeTimers();
  engines.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const startTime = 1_800_000_000_000;
const seconds = 40;

async function setUp({ position = 0, isGrowing = false } = {}) {
  const { bytes } = makeFile({ seconds, isGrowing });
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: { range: string } }) => {
    const [from = 0, to = 0] = headers.range.replace("bytes=", "").split("-").map(Number);
    const range = { "content-range": `bytes ${from}-${to}/${bytes.length}` };
    if (from >= bytes.length) return new Response(null, { status: 416, headers: range });
    return new Response(bytes.subarray(from, to + 1), { status: 206, headers: range });
  });
  const source = {
    kind: "replay",
    id: "r",
    name: "R",
    href: "/replay/r",
    image: null,
    performer: null,
    live: null,
    opus: "/replay/r.opus",
    opusBytes: bytes.length,
    mp3: null,
    duration: seconds * 1000,
    isGrowing,
    startTime,
    gaps: [],
    tracks: [],
  } as unknown as ReplaySource;
  const events: string[] = [];
  const options = { context: null, gain: 1, isLowData: false, position, isPaused: false };
  const run = new ReplayRun(source, options, {
    onEvent: ({ type }) => events.push(type),
    onEnd: () => events.push("end"),
    onGone: () => events.push("gone"),
  });
  await vi.advanceTimersByTimeAsync(100);
  return { run, events, engine: engines[0] as FakeEngine };
}

test("the position is where the sound is to be, until it is heard", async () => {
  const { run, events, engine } = await setUp({ position: 10_000 });
  expect(run.position).toBe(10_000);
  engine.tell("sounding", 10_012);
  expect(run.position).toBe(10_012);
  expect(run.figures().heardAt).toBe(startTime + 10_012);
  run.seek(20_000);
  expect(run.position).toBe(20_000);
  expect(engine.orders).toEqual([{ position: 20_000, jump: 2 }]);
  engine.tell("sounding", 20_001);
  expect(run.position).toBe(20_001);
  expect(events).toEqual(["sounding", "sounding"]);
  await run.stop();
});

test("a pause is no stall, and keeps the position", async () => {
  const { run, events, engine } = await setUp();
  engine.tell("sounding", 5_000);
  run.setPaused(true);
  engine.tell("starved", 5_010);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(events).toEqual(["sounding"]);
  expect(run.position).toBe(5_010);
  run.setPaused(false);
  engine.tell("sounding", 5_020);
  expect(engine.orders).toEqual(["pause", "go on"]);
  expect(events).toEqual(["sounding", "sounding"]);
  await run.stop();
});

test("a stall is reported immediately, the silence of a jump only when it lasts", async () => {
  const { run, events, engine } = await setUp();
  engine.tell("sounding", 5_000);
  await vi.advanceTimersByTimeAsync(1_000);
  run.seek(20_000);
  engine.tell("starved", null);
  await vi.advanceTimersByTimeAsync(500);
  engine.tell("sounding", 20_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events).toEqual(["sounding", "sounding"]);
  engine.tell("starved", 21_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(events.at(-1)).toBe("starved");
  run.seek(30_000);
  engine.tell("starved", null);
  await vi.advanceTimersByTimeAsync(700);
  expect(events.slice(-2)).toEqual(["starved", "starved"]);
  await run.stop();
});

test("it ends once all was heard, and only then", async () => {
  const { events, engine } = await setUp({ position: 35_000 });
  engine.tell("sounding", 35_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(events).toEqual(["sounding"]);
  engine.tell("starved", 39_990);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events.filter((event) => event === "end")).toEqual(["end"]);
});

test("a jump to the end is the end", async () => {
  const { run, events, engine } = await setUp();
  engine.tell("sounding", 100);
  run.seek(seconds * 1000);
  engine.tell("starved", null);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(events.at(-1)).toBe("end");
  expect(run.duration).toBeCloseTo(seconds * 1000, -2);
});

test("what is on air has no end yet, and grows", async () => {
  const { run, events, engine } = await setUp({ position: 35_000, isGrowing: true });
  engine.tell("sounding", 35_000);
  engine.tell("starved", 39_990);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(events).toEqual(["sounding", "starved"]);
  expect(run.duration).toBeCloseTo(seconds * 1000 + 10_100, -3);
  await run.stop();
});

test("engines that all fail are tried again where it was", async () => {
  const { run, events, engine } = await setUp();
  engine.tell("sounding", 12_000);
  engine.host.onEvent({ type: "failed", reason: "broken" });
  expect(events.slice(-2)).toEqual(["starved", "failed"]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(engines.length).toBe(2);
  expect(run.position).toBe(12_000);
  await run.stop();
});
