/** The cost of an hour of a recording, and of its replay, in storage, computation and memory. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { costOf } from "#tests/fixtures/processes.ts";
import { type Chapter, type Figure, times } from "../report.ts";
import { type Counts, openCounted } from "./counted.ts";

const hourS = 3_600;
const minutes = hourS / 60;
/** Prices that were computed before it was built (USD per million): row written, R2 put, R2 get, call or alarm. */
const prices = { row: 1, put: 4.5, get: 0.36, call: 0.15 };
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
      return toReplayed(how, difference(await counted.counts(), before), cpuMs);
    };
    const ofChunks = await replay("within ten minutes of its end");
    const beforeJoin = await counted.counts();
    await counted.ask("/join", "POST");
    const joined = difference(await counted.counts(), beforeJoin);
    return [
      ...toRecorded(recorded, recording - making),
      ...ofChunks,
      ...toJoined(joined),
      ...(await replay("after that")),
    ];
  } finally {
    await counted.close();
  }
}

function toRecorded(of: Counts, cpuMs: number): Figure[] {
  const { row, put, call } = prices;
  const calls = of.calls + of.alarms;
  const usd = ((of.rowsWritten + of.alarmsSet) * row + of.r2Puts * put + calls * call) / 1_000_000;
  const most = Object.entries(of.writtenBy)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, rows]) => `${name} ${rows}`);
  return [
    beside("recorded hour: rows written (one per alarm set)", of.rowsWritten + of.alarmsSet, computed.rows),
    { what: "of these: alarms set", value: String(of.alarmsSet) },
    { what: "of these by statement", value: most.join(", ") },
    { what: "recorded hour: rows read", value: String(of.rowsRead) },
    {
      what: "recorded hour: rows written per minute",
      value: ((of.rowsWritten + of.alarmsSet) / minutes).toFixed(1),
      aim: "≤ 30",
    },
    { what: "recorded hour: alarms run", value: String(of.alarms) },
    beside("recorded hour: calls", of.calls, computed.calls),
    beside("recorded hour: R2 puts", of.r2Puts, computed.puts),
    { what: "recorded hour: D1 statements, reading / writing", value: `${of.d1Reads} / ${of.d1Writes}` },
    {
      what: "recorded hour: price without duration, beside the computed one with it",
      value: `${usd.toFixed(4)} USD, ${times(usd / computed.recording)}`,
    },
    { what: "recording: processor per minute of sound", value: `${(cpuMs / minutes).toFixed(1)} ms` },
  ];
}

function toJoined(of: Counts): Figure[] {
  const { row, put, get } = prices;
  const usd =
    ((of.rowsWritten + of.alarmsSet) * row + of.r2Puts * put + of.r2Gets * get + of.alarms * prices.call) /
    1_000_000;
  return [
    {
      what: "joining an hour: R2 gets / puts, rows written, alarms",
      value: `${of.r2Gets} / ${of.r2Puts}, ${of.rowsWritten + of.alarmsSet}, ${of.alarms}`,
    },
    { what: "joining an hour: price", value: `${usd.toFixed(6)} USD` },
  ];
}

function toReplayed(how: string, of: Counts, cpuMs: number): Figure[] {
  const requests = hourS / rangeS;
  const usd = (of.r2Gets * prices.get + requests * prices.call) / 1_000_000;
  return [
    { what: `replayed hour, ${how}: requests`, value: String(requests) },
    {
      what: `replayed hour, ${how}: R2 gets (computed: 12 of one file, 180 of chunks)`,
      value: String(of.r2Gets),
    },
    {
      what: `replayed hour, ${how}: D1 statements, reading / writing`,
      value: `${of.d1Reads} / ${of.d1Writes}`,
    },
    {
      what: `replayed hour, ${how}: price, beside the computed one of chunks`,
      value: `${usd.toFixed(6)} USD, ${times(usd / computed.replay)}`,
    },
    { what: `replaying, ${how}: processor per minute of sound`, value: `${(cpuMs / minutes).toFixed(1)} ms` },
  ];
}

const beside = (what: string, value: number, expected: number): Figure => ({
  what,
  value: `${value}, ${times(value / expected)} the computed ${expected}`,
});

function difference(after: Counts, before: Counts): Counts {
  const numbers = (Object.keys(after) as (keyof Counts)[]).flatMap((name) => {
    const [now, then] = [after[name], before[name]];
    return typeof now === "number" && typeof then === "number" ? [[name, now - then]] : [];
  });
  return { ...after, ...Object.fromEntries(numbers) };
}

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
