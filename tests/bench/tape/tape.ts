/** The cost of an hour of a recording, and of its replay, in storage, computation and memory. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { prices } from "#packages/usage-meter/prices.ts";
import { addUsage, subtractUsage, type Usage } from "#packages/usage-meter/usage.ts";
import { costOf } from "#tests/fixtures/processes.ts";
import { type Chapter, type Figure, times } from "../report.ts";
import { type Counts, openCounted } from "./counted.ts";

const hourS = 3_600;
const minutes = hourS / 60;
/** Computed before it was built; prices in USD. */
const computed = { rows: 1_440, puts: 360, calls: 720, recording: 0.0035, replay: 0.07 / 1_000 };
/** A player asks for this much at once. */
const rangeS = 300;
const opusBytesPerS = 16_000;

export async function benchTape(): Promise<Chapter> {
  const figures: Figure[] = [...(await countHour()), await measureBacklog()];
  return {
    name: "tape",
    title: "An hour of a recording",
    method:
      "The object that records runs in the Workers runtime on a clock of its own and gets an hour of Opus (128 kbit/s), " +
      "MP3 (160 kbit/s) and levels in batches of 5 s; all that it stores is counted. The same hour is then replayed in " +
      "ranges of 5 min. Computation is processor time of the runtime, less that of a run which makes the same batches and " +
      "sends none. Memory is that of JavaScript after a collection.",
    figures,
    voidBecause: [],
  };
}

async function countHour(): Promise<Figure[]> {
  const counted = await openCounted();
  try {
    const cpuOf = async (work: () => Promise<unknown>) => {
      const before = await costOf(counted.pids);
      await work();
      return (await costOf(counted.pids)).cpuMs - before.cpuMs;
    };
    const record = (from: number, to: number, sends: 0 | 1) =>
      counted.ask(`/record?from=${from}&to=${to}&sends=${sends}`, "POST");
    await record(0, 60, 0);
    const making = await cpuOf(() => record(0, hourS, 0));
    const recording = await cpuOf(() => record(0, hourS, 1));
    await counted.ask("/end", "POST");
    const recorded = await counted.counts();
    const replay = async (how: string) => {
      const before = await counted.counts();
      const cpuMs = await cpuOf(async () => {
        for (let s = 0; s < hourS; s += rangeS)
          await counted.range(s * opusBytesPerS, (s + rangeS) * opusBytesPerS - 1);
      });
      return toReplayed(how, used(await counted.counts(), before), cpuMs);
    };
    const ofChunks = await replay("within ten minutes of its end");
    const beforeJoin = await counted.counts();
    await counted.ask("/join", "POST");
    const { tape: joined } = await counted.counts();
    return [
      ...toRecorded(recorded, recording - making),
      ...ofChunks,
      ...toJoined(subtractUsage(joined, beforeJoin.tape)),
      ...(await replay("after that")),
    ];
  } finally {
    await counted.close();
  }
}

/** USD, without duration and what a plan includes. */
const priceOf = (usage: Usage) =>
  (["rowsWritten", "rowsRead", "requests", "workerCalls", "r2Writes", "r2Reads"] as const).reduce(
    (usd, name) => usd + (usage[name] * prices[name].perMillion) / 1_000_000,
    0,
  );

function toRecorded({ tape, statements }: Counts, cpuMs: number): Figure[] {
  const most = Object.entries(statements).map(([name, rows]) => `${name.replace("Tape: ", "")} ${rows}`);
  return [
    beside("recorded hour: rows written (one per alarm set)", tape.rowsWritten, computed.rows),
    { what: "of these by statement", value: most.join(", ") },
    { what: "recorded hour: rows read", value: String(tape.rowsRead) },
    {
      what: "recorded hour: rows written per minute",
      value: (tape.rowsWritten / minutes).toFixed(1),
      aim: "≤ 30",
    },
    { what: "recorded hour: alarms run", value: String(tape.alarms) },
    beside("recorded hour: calls", tape.requests - tape.alarms, computed.calls),
    beside("recorded hour: R2 puts", tape.r2Writes, computed.puts),
    {
      what: "recorded hour: price without duration, beside the computed one with it",
      value: `${priceOf(tape).toFixed(4)} USD, ${times(priceOf(tape) / computed.recording)}`,
    },
    { what: "recording: processor per minute of sound", value: `${(cpuMs / minutes).toFixed(1)} ms` },
  ];
}

function toJoined(tape: Usage): Figure[] {
  return [
    {
      what: "joining an hour: R2 gets / puts, rows written, alarms",
      value: `${tape.r2Reads} / ${tape.r2Writes}, ${tape.rowsWritten}, ${tape.alarms}`,
    },
    { what: "joining an hour: price", value: `${priceOf(tape).toFixed(6)} USD` },
  ];
}

function toReplayed(how: string, usage: Usage, cpuMs: number): Figure[] {
  return [
    { what: `replayed hour, ${how}: requests`, value: String(hourS / rangeS) },
    {
      what: `replayed hour, ${how}: R2 gets (computed: 12 of one file, 180 of chunks)`,
      value: String(usage.r2Reads),
    },
    {
      what: `replayed hour, ${how}: rows read / written, calls of objects`,
      value: `${usage.rowsRead} / ${usage.rowsWritten}, ${usage.requests}`,
    },
    {
      what: `replayed hour, ${how}: price, beside the computed one of chunks`,
      value: `${priceOf(usage).toFixed(6)} USD, ${times(priceOf(usage) / computed.replay)}`,
    },
    { what: `replaying, ${how}: processor per minute of sound`, value: `${(cpuMs / minutes).toFixed(1)} ms` },
  ];
}

const beside = (what: string, value: number, expected: number): Figure => ({
  what,
  value: `${value}, ${times(value / expected)} the computed ${expected}`,
});

/** The usage of both since then, without the one request for the counts themselves. */
const used = (after: Counts, before: Counts): Usage => {
  const usage = addUsage(subtractUsage(after.tape, before.tape), subtractUsage(after.worker, before.worker));
  return { ...usage, workerCalls: usage.workerCalls - 1 };
};

async function measureBacklog(): Promise<Figure> {
  const script = join(import.meta.dirname, "runtime/backlog-process.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script]);
  const { bytes } = JSON.parse(stdout) as { bytes: number };
  return {
    what: "memory of ten minutes that wait for one packet",
    value: `${(bytes / 2 ** 20).toFixed(1)} MiB`,
    aim: "≤ 16 MiB",
  };
}
