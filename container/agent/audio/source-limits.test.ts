import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type Crafted, crafted } from "#container/tests/crafted.ts";
import { SniffedSource } from "./source.ts";
import { checkFormat, SourceFault, SourceRates } from "./source-limits.ts";
import type { SourceFormat } from "./source-port.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const heldBytes = () => {
  // Memory that the first collection finds is released by the second.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** Reads until the source is ended, up to a number of bytes, on a 1 MB/s line. */
function read(name: Crafted, maxBytes = 64_000_000) {
  const heard = { fault: undefined as string | undefined, titles: 0, feeds: 0, heldBytes: 0, cpuMs: 0 };
  let bytes = 0;
  const source = new SniffedSource(
    {
      onKind: () => {},
      onFormat: () => {},
      onFeed: () => heard.feeds++,
      onMp3: () => {},
      onOpus: () => {},
      onChange: () => {},
      onTitle: () => heard.titles++,
    },
    new SourceRates(() => bytes / 1_000),
  );
  const before = heldBytes();
  const pieces = crafted[name]()[Symbol.iterator]();
  while (bytes < maxBytes) {
    const piece: Buffer = pieces.next().value ?? Buffer.alloc(0);
    bytes += piece.length;
    const began = process.cpuUsage();
    try {
      source.push(piece);
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      heard.fault = error.code;
    }
    const { user, system } = process.cpuUsage(began);
    heard.cpuMs += (user + system) / 1_000;
    if (heard.fault !== undefined) break;
  }
  heard.heldBytes = heldBytes() - before;
  source.preamble(); // keeps it referenced
  return { ...heard, bytes };
}

test.each([
  ["unendingPacket", "headers", 5_000_000],
  ["headers", "headers", 5_000_000],
  ["lowRate", "format", 20_000],
  ["emptyPages", "flood", 500_000],
  ["smallPackets", "flood", 100_000],
  ["chain", "flood", 2_000_000],
] as const)("a source is disconnected for %s (%s)", (name, fault, withinBytes) => {
  const heard = read(name);
  expect(heard.fault).toBe(fault);
  expect(heard.bytes).toBeLessThan(withinBytes);
  expect(heard.heldBytes).toBeLessThan(16_000_000);
  expect(heard.cpuMs).toBeLessThan(1_500);
});

test("unfinished packets of any number of streams are not buffered", () => {
  const heard = read("serials");
  expect(heard.heldBytes).toBeLessThan(2_000_000);
  expect(heard.cpuMs).toBeLessThan(3_000);
});

test("only a few of 350,000 comments of the same name are read", () => {
  const heard = read("comments", 3_900_000);
  expect(heard).toMatchObject({ fault: undefined, titles: 1 });
  expect(heard.cpuMs).toBeLessThan(500);
});

test.each<[SourceFormat, boolean]>([
  [{ sampleRate: 8_000, channels: 1 }, true],
  [{ sampleRate: 192_000, channels: 8 }, true],
  [{ sampleRate: null, channels: null }, true],
  [{ sampleRate: 7_350, channels: 2 }, false],
  [{ sampleRate: 192_001, channels: 2 }, false],
  [{ sampleRate: 0, channels: 2 }, false],
  [{ sampleRate: 48_000, channels: 0 }, false],
  [{ sampleRate: 48_000, channels: 9 }, false],
])("a format of %o is accepted: %s", (format, isGood) => {
  const check = expect(() => checkFormat(format));
  if (isGood) check.not.toThrow();
  else check.toThrow(SourceFault);
});

test("twice real time is accepted indefinitely after a burst, and a higher rate is not", () => {
  const send = (speed: number) => {
    let now = 0;
    const rates = new SourceRates(() => now);
    rates.count("decodedMs", 8_000);
    for (let second = 0; second < 600; second++) {
      now += 1_000;
      rates.count("decodedMs", speed * 1_000);
    }
  };
  expect(() => send(1)).not.toThrow();
  expect(() => send(2)).not.toThrow();
  expect(() => send(2.1)).toThrow(SourceFault);
});

test("a source can start with 10 s of sound, and later catch up with 50 s after a stall of the machine", () => {
  let now = 0;
  const rates = new SourceRates(() => now);
  expect(() => new SourceRates(() => now).count("decodedMs", 11_000)).toThrow(SourceFault);
  for (; now < 60_000; now += 1_000) rates.count("decodedMs", 1_000);
  now += 50_000;
  expect(() => rates.count("decodedMs", 50_000)).not.toThrow();
  expect(() => rates.count("decodedMs", 20_000)).toThrow(SourceFault);
});
